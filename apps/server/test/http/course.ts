/** A course to be created, with nothing wrong about it. */
export const course = {
  title: 'Sketching',
  category: 'Design',
  difficulty: 'beginner',
  instructor: 'Ada Moreno',
  duration_hours: 12,
};
