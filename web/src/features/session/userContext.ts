import type { User } from '@daymark/contract/user';
import { createContext, use } from 'react';

const SignedInUser = createContext<User | null>(null);

/** Provides the signed-in user. The guard of the protected routes renders this context. */
export const UserProvider = SignedInUser.Provider;

/** Returns the signed-in user. Throws outside of protected screens. */
export function useUser(): User {
  const user = use(SignedInUser);
  if (!user) throw new Error('A protected screen was rendered without a session.');
  return user;
}
