import { Link } from 'react-router-dom';
import { GoogleButton } from '../features/session/GoogleButton';
import { SignUpForm } from '../features/session/SignUpForm';
import { useSignUpForm } from '../features/session/useSignUpForm';
import { paths } from '../lib/paths';
import { PRODUCT } from '../lib/product';
import { EntryPage } from '../features/session/EntryPage';
import { OrDivider } from '../features/session/OrDivider';
import { PageMeta } from '../ui/PageMeta';

export default function SignUpPage() {
  const signUp = useSignUpForm('page');
  return (
    <EntryPage
      title="Create your account"
      subtitle="Free forever. No card needed."
      footer={
        <>
          Already have an account? <Link to={paths.login}>Log in</Link>
        </>
      }
    >
      <PageMeta
        title="Sign up"
        description={`Create a free ${PRODUCT} account and plan your first day in two minutes.`}
        path={paths.signUp}
      />
      <SignUpForm form={signUp} />
      <OrDivider />
      <GoogleButton>Sign up with Google</GoogleButton>
    </EntryPage>
  );
}
