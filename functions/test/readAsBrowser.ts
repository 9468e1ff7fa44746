/** Reads Firestore like a browser, without the API and subject to the security rules. */
export async function readAsBrowser(idToken: string, path: string): Promise<Response> {
  const { FIRESTORE_EMULATOR_HOST: host, GCLOUD_PROJECT: project } = process.env;
  const root = `http://${host}/v1/projects/${project}/databases/(default)/documents`;
  return fetch(`${root}/${path}`, { headers: { Authorization: `Bearer ${idToken}` } });
}
