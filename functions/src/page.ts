/** One page of a list. */
export interface Page<T> {
  records: T[];
  /** The cursor of the next page; absent on the last one. */
  next?: string;
}
