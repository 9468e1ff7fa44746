/**
 * Thrown if the code of a part can't be loaded, because there is no network or a new version of the app has other
 * files.
 */
export class PartNotLoaded extends Error {
  override name = 'PartNotLoaded';

  /** `forget` lets the part be loaded again when it is drawn again. */
  constructor(
    cause: unknown,
    readonly forget: () => void,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
