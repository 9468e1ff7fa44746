import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { keepShared } from '../../features/sharing/sharedDrafts';
import { sharedTexts } from '../../features/sharing/sharedText';
import { AFTER_SIGN_IN } from '../../lib/paths';
import { LoadingScreen } from '../../ui/states/LoadingScreen';

/**
 * /share: receives a text from another app in the address. The text is kept and leaves the address at once, so that a
 * reload or Back doesn't bring it again. The shell then asks what to do with the text, after a sign-in if that is
 * needed.
 */
export default function SharePage() {
  const navigate = useNavigate();
  useEffect(() => {
    // Read the browser's address, not the router's. If this effect runs twice, the browser's address has no text the
    // second time, so the text is kept only once.
    const texts = sharedTexts(new URLSearchParams(location.search));
    if (texts) keepShared(texts);
    void navigate(AFTER_SIGN_IN, { replace: true });
  }, [navigate]);
  return <LoadingScreen />;
}
