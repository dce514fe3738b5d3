/** A service of one's own: it finishes one of the contract's procedures over its own data. */
import { initTRPC, TRPCError } from '@trpc/server';
import { contract, type Context, type Course } from '@understudy/contract';

const t = initTRPC.context<Context>().create();

/** Serves `education.getCourse` from a map of courses; input and output are checked by the contract. */
function routerOver(courses: ReadonlyMap<string, Course>) {
  return t.router({
    education: t.router({
      getCourse: contract.education.operations.getCourse.procedure.query(({ input }) => {
        const data = courses.get(input.course_id);
        if (data === undefined) throw new TRPCError({ code: 'NOT_FOUND' });
        return { data, meta: { delayMs: 0 } };
      }),
    }),
  });
}

/** Calls the router without a network. */
export const callerOver = (courses: ReadonlyMap<string, Course>) => t.createCallerFactory(routerOver(courses))({});
