/** One page of a list. */
export interface Page<T> {
  records: T[];
  /** The cursor of the next page. Absent on the last page. */
  next?: string;
}
