import { resetDemoAccount } from '../../functions/src/demo/resetDemoAccount';
import { firebasePorts } from '../../functions/src/firebasePorts';

/** Seeds the demo account into the running emulators. It wipes what is there, so only ever there. */
for (const name of ['FIRESTORE_EMULATOR_HOST', 'FIREBASE_AUTH_EMULATOR_HOST', 'GCLOUD_PROJECT'])
  if (!process.env[name]) {
    console.error(`${name} must be set: the demo account is seeded by hand into emulators only.`);
    process.exit(1);
  }

await resetDemoAccount(firebasePorts());
