import { Link } from 'react-router-dom';
import { GoogleButton } from '../features/session/GoogleButton';
import { demoValues } from '../features/session/authForms';
import { LoginForm } from '../features/session/LoginForm';
import { useLoginForm } from '../features/session/useLoginForm';
import { paths } from '../lib/paths';
import { PRODUCT } from '../lib/product';
import { EntryPage } from '../features/session/EntryPage';
import { OrDivider } from '../features/session/OrDivider';
import { PageMeta } from '../ui/PageMeta';

export default function LoginPage() {
  const login = useLoginForm('page', demoValues);
  return (
    <EntryPage
      title="Welcome back"
      subtitle="The demo account is filled in. Or type your own."
      footer={
        <>
          New here? <Link to={paths.signUp}>Sign up</Link>
        </>
      }
    >
      <PageMeta
        title="Log in"
        description={`Log in to ${PRODUCT} and pick your day up where you left it.`}
        path={paths.login}
      />
      <LoginForm form={login} />
      <OrDivider />
      <GoogleButton>Continue with Google</GoogleButton>
    </EntryPage>
  );
}
