import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { keepShared } from '../../features/sharing/sharedDrafts';
import { sharedTexts } from '../../features/sharing/sharedText';
import { AFTER_SIGN_IN } from '../../lib/paths';
import { LoadingScreen } from '../../ui/states/LoadingScreen';

/**
 * /share: what another app shares arrives in the address. It is kept and leaves the address at once, so that a reload or
 * Back does not bring it again. The shell then asks what becomes of it, after a sign-in if that is needed.
 */
export default function SharePage() {
  const navigate = useNavigate();
  useEffect(() => {
    // The browser's own address: it is the new one as soon as the router has been told, should this effect run twice.
    const texts = sharedTexts(new URLSearchParams(location.search));
    if (texts) keepShared(texts);
    void navigate(AFTER_SIGN_IN, { replace: true });
  }, [navigate]);
  return <LoadingScreen />;
}
