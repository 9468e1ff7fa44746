interface ImportMetaEnv {
  /** Set only in builds for the emulators: where the Auth emulator listens. */
  readonly VITE_AUTH_EMULATOR_URL?: string;
  /** The same for the Firestore emulator: host and port. */
  readonly VITE_FIRESTORE_EMULATOR?: string;
}
