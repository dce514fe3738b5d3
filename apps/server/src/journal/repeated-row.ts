/** The numbers of one of the exchanges that wait together. */

/** Such numbers, as they are read; those of its kind, its connection and its id are the ones that `Repeats` gives them for. */
export class RepeatedRow {
  since = 0;
  until = 0;
  appMs = 0;
  receivedAt = 0;
  kind = 0;
  connection = 0;
  id = 0;
}
