interface Mail {
  email: string;
  requestType: string;
  oobLink: string;
}

/** Returns the mails that Firebase would have sent to this address. */
export async function mailsTo(email: string): Promise<Mail[]> {
  const { FIREBASE_AUTH_EMULATOR_HOST: host, GCLOUD_PROJECT: project } = process.env;
  const reply = await fetch(`http://${host}/emulator/v1/projects/${project}/oobCodes`);
  const { oobCodes } = (await reply.json()) as { oobCodes: Mail[] };
  return oobCodes.filter((mail) => mail.email === email);
}
