/** Whether a key belongs to an input method: Enter then accepts what it proposes. */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  // eslint-disable-next-line typescript/no-deprecated -- Safari says it of its last key only here
  event.isComposing || event.keyCode === 229;
