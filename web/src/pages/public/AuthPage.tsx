import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { FeaturesGrid } from '../../features/marketing/FeaturesGrid';
import { heroText } from '../../features/marketing/heroText';
import { Pricing } from '../../features/marketing/Pricing';
import { PublicFooter } from '../../features/marketing/PublicFooter';
import { PublicHeader } from '../../features/marketing/PublicHeader';
import { GoogleButton } from '../../features/session/signIn/GoogleButton';
import { demoValues, type LoginValues } from '../../features/session/signIn/authForms';
import { LoginForm } from '../../features/session/signIn/LoginForm';
import { useIsSigningIn } from '../../records/account/sessionQueries';
import { SignUpForm } from '../../features/session/signIn/SignUpForm';
import { useLoginForm } from '../../features/session/signIn/useLoginForm';
import { useSignUpForm } from '../../features/session/signIn/useSignUpForm';
import { DEMO_PARAMETER, paths } from '../../lib/paths';
import { AuthCard } from '../../features/session/signIn/AuthCard';
import { OrDivider } from '../../features/session/signIn/OrDivider';
import { PageMeta } from '../../ui/layout/PageMeta';
import { Button } from '../../ui/controls/Button';
import { Mark } from '../../ui/layout/Mark';
import { Tabs } from '../../ui/controls/Tabs';
import css from './AuthPage.module.css';

const TABS = [
  { value: 'login', label: 'Login' },
  { value: 'signUp', label: 'Sign Up' },
] as const;

const EMPTY: LoginValues = { email: '', password: '' };

/** /auth: login and sign-up behind two tabs, the demo account, and what Daymark is (product §2). */
export default function AuthPage() {
  // The public pages' links to the demo have this parameter.
  const hasDemoParameter = useSearchParams()[0].has(DEMO_PARAMETER);
  const [tab, setTab] = useState<'login' | 'signUp'>('login');
  const login = useLoginForm('auth', hasDemoParameter ? demoValues : EMPTY);
  const signUp = useSignUpForm('auth');
  const isSigningIn = useIsSigningIn();
  const showTab = (next: 'login' | 'signUp') => {
    if (next === tab) return;
    (tab === 'login' ? login : signUp).clearErrors();
    setTab(next);
  };

  return (
    <>
      <PageMeta title="Log in or sign up" description={heroText.text} path={paths.auth} />
      <PublicHeader hasSignInLinks={false} />
      <main>
        <section className={css.opening}>
          <div>
            <h1>{heroText.title}</h1>
            <p>{heroText.text}</p>
            <ul>
              {heroText.promises.map((promise) => (
                <li key={promise}>
                  <Mark size={18} /> {promise}
                </li>
              ))}
            </ul>
          </div>
          <AuthCard>
            <Tabs label="Login or Sign Up" tabs={TABS} value={tab} onChange={showTab}>
              <div className={css.form}>
                {tab === 'login' ? <LoginForm form={login} /> : <SignUpForm form={signUp} />}
                <OrDivider />
                <GoogleButton>
                  {tab === 'login' ? 'Continue with Google' : 'Sign up with Google'}
                </GoogleButton>
                {tab === 'login' ? (
                  <Button
                    variant="outlined"
                    fullWidth
                    disabled={isSigningIn}
                    onClick={() => {
                      login.fill(demoValues);
                      void login.submit();
                    }}
                  >
                    Demo Account
                  </Button>
                ) : (
                  <Button
                    variant="outlined"
                    fullWidth
                    disabled={isSigningIn}
                    onClick={() => {
                      login.fill(demoValues);
                      showTab('login');
                    }}
                  >
                    Try Demo Account
                  </Button>
                )}
              </div>
            </Tabs>
          </AuthCard>
        </section>
        <FeaturesGrid />
        <Pricing />
      </main>
      <PublicFooter />
    </>
  );
}
