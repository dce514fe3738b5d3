/** Stands where a server counts what it does, on platforms where nobody could ask for it. */
import type { Watched } from '../kit/watched.js';
import type { Store } from '../store/stores/store.js';

const nothing = (): undefined => undefined;

/** Counts nothing. */
export class Meters implements Watched {
  readonly isOn = false;
  readonly requestsOf = nothing;
  readonly countFault = nothing;
  readonly countRefusal = nothing;
  readonly watching = (store: Store): Store => store;
  readonly countStore = nothing;
  readonly countConflict = nothing;
  readonly countDelivery = nothing;
  readonly countForgotten = nothing;
  readonly countVerdicts = nothing;
}
