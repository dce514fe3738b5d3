/** When listings can be viewed. */
import type { WeeklyPlan } from '@understudy/contract/kit';

const WORKDAYS = [1, 2, 3, 4, 5, 6] as const;

/** Where nothing else is said: Monday to Saturday 09:00–18:00, Sunday 10:00–16:00. */
export const usualHours: WeeklyPlan = [
  ...WORKDAYS.map((weekday) => ({ weekday, opens: '09:00', closes: '18:00' })),
  { weekday: 7, opens: '10:00', closes: '16:00' },
];

/** At any time. */
export const allHours: WeeklyPlan = [...WORKDAYS, 7].map((weekday) => ({ weekday, opens: '00:00', closes: '00:00' }));
