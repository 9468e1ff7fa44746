import type { User } from '@daymark/contract/user';
import { createContext, use } from 'react';

const SignedInUser = createContext<User | null>(null);

/** Hands the signed-in user down; the guard of the protected routes stands above it. */
export const UserProvider = SignedInUser.Provider;

/** The signed-in user, on screens behind the guard: the very one that the guard let in. */
export function useUser(): User {
  const user = use(SignedInUser);
  if (!user) throw new Error('A protected screen was drawn without a session.');
  return user;
}
