import { Link } from 'react-router-dom';
import { GoogleButton } from '../../features/session/signIn/GoogleButton';
import { SignUpForm } from '../../features/session/signIn/SignUpForm';
import { useSignUpForm } from '../../features/session/signIn/useSignUpForm';
import { paths } from '../../lib/paths';
import { PRODUCT } from '../../lib/product';
import { EntryPage } from '../../features/session/signIn/EntryPage';
import { OrDivider } from '../../features/session/signIn/OrDivider';
import { PageMeta } from '../../ui/layout/PageMeta';

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
