import { FormErrorMessage } from './FormErrorMessage';
import { useIsSigningIn } from '../../../records/account/sessionQueries';
import { useGoogleSignIn } from './useGoogleSignIn';
import { Button } from '../../../ui/controls/Button';
import { lazyComponent } from '../../../ui/lazyComponent';

// The condition is written out, so that a production build drops the picker and its chunk.
const GoogleAccountPicker =
  import.meta.env.MODE === 'emulator'
    ? lazyComponent(() => import('./GoogleAccountPicker'))
    : () => null;

/** Signs in with Google. Shows an error below the button. */
export function GoogleButton({ children }: { children: string }) {
  const google = useGoogleSignIn();
  const isSigningIn = useIsSigningIn();
  return (
    <>
      <Button variant="outlined" fullWidth disabled={isSigningIn} onClick={google.start}>
        <GoogleLogo />
        {google.busy ? 'Signing in...' : children}
      </Button>
      <FormErrorMessage>{google.error}</FormErrorMessage>
      {google.picking && (
        <GoogleAccountPicker onChoose={google.finish} onClose={google.stopPicking} />
      )}
    </>
  );
}

/* Google's brand rules fix the logo's four colors. */
function GoogleLogo() {
  return (
    <svg viewBox="0 0 48 48" width={18} height={18} aria-hidden="true">
      <path
        fill="#EA4335"
        d="M24 9.5c3.5 0 6.6 1.2 9.1 3.6l6.8-6.8C35.8 2.4 30.3 0 24 0 14.6 0 6.5 5.4 2.6 13.2l7.9 6.2C12.4 13.7 17.7 9.5 24 9.5z"
      />
      <path
        fill="#4285F4"
        d="M47 24.6c0-1.6-.2-3.1-.4-4.6H24v9h12.9c-.6 3-2.3 5.500-4.800 7.200l7.700 6C44.400 38 47 31.800 47 24.600z"
      />
      <path
        fill="#FBBC05"
        d="M10.500 28.600c-.5-1.500-.8-3-.8-4.600s.300-3.200.800-4.600l-7.900-6.200C.900 16.500 0 20.100 0 24s.900 7.500 2.600 10.800l7.900-6.200z"
      />
      <path
        fill="#34A853"
        d="M24 48c6.500 0 11.900-2.100 15.900-5.800l-7.700-6c-2.200 1.500-4.900 2.300-8.200 2.300-6.300 0-11.600-4.200-13.500-9.900l-7.900 6.200C6.500 42.600 14.600 48 24 48z"
      />
    </svg>
  );
}
