import { browserStorage } from '../../lib/browser/browserStorage';
import { suggestionsKey } from '../../lib/person/drafts';
import { rememberedPerson } from '../../lib/person/earlyUser';

/** The names of what was suggested last to this person in this browser. */
export const lastSuggestions = (userId: number): readonly string[] =>
  browserStorage.get(suggestionsKey(userId))?.split(' ') ?? [];

/** Whether the next /today of the person whom this browser remembers probably has suggestions. */
export function expectsSuggestions(): boolean {
  const userId = rememberedPerson()?.id;
  return userId !== undefined && lastSuggestions(userId).length > 0;
}
