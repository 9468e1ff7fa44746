/** The addresses of the emulators of one running stack, as host and port. */
interface EmulatorAddresses {
  auth: string;
  firestore: string;
}

/**
 * Reads the file that each stack serves beside the app, so that one build works with the emulators on any ports. Only
 * builds for the emulators contain this function, because callers test `import.meta.env.MODE`, which the build
 * replaces.
 */
export async function emulatorAddresses(): Promise<EmulatorAddresses> {
  const response = await fetch('/emulators.json');
  return (await response.json()) as EmulatorAddresses;
}
