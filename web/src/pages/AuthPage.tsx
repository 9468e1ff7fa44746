import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { FeaturesGrid } from '../features/marketing/FeaturesGrid';
import { heroText } from '../features/marketing/heroText';
import { Pricing } from '../features/marketing/Pricing';
import { PublicFooter } from '../features/marketing/PublicFooter';
import { PublicHeader } from '../features/marketing/PublicHeader';
import { GoogleButton } from '../features/session/GoogleButton';
import { demoValues, type LoginValues, type SignUpValues } from '../features/session/authForms';
import { LoginForm } from '../features/session/LoginForm';
import { useIsSigningIn } from '../features/session/sessionQueries';
import { SignUpForm } from '../features/session/SignUpForm';
import { DEMO_PARAMETER, paths } from '../lib/paths';
import { AuthCard } from '../features/session/AuthCard';
import { OrLine } from '../features/session/OrLine';
import { PageMeta } from '../ui/PageMeta';
import { Button } from '../ui/Button';
import { Mark } from '../ui/Mark';
import { Tabs } from '../ui/Tabs';
import css from './AuthPage.module.css';

const TABS = [
  { value: 'login', label: 'Login' },
  { value: 'signUp', label: 'Sign Up' },
] as const;

const EMPTY: LoginValues = { email: '', password: '' };

/** /auth: both ways in behind two tabs, the demo account, and what Daymark is (product §2). */
export default function AuthPage() {
  // Where "Try the demo" leads to.
  const asksForDemo = useSearchParams()[0].has(DEMO_PARAMETER);
  const [tab, setTab] = useState<'login' | 'signUp'>('login');
  // A new `filling` makes the form anew, with what it is filled with.
  const [login, setLogin] = useState({
    filling: 0,
    values: asksForDemo ? demoValues : EMPTY,
    submitAtOnce: false,
  });
  const [signUp, setSignUp] = useState<SignUpValues>();
  const signingIn = useIsSigningIn();
  const fillDemo = (submitAtOnce: boolean) => {
    setTab('login');
    setLogin(({ filling }) => ({ filling: filling + 1, values: demoValues, submitAtOnce }));
  };

  return (
    <>
      <PageMeta title="Log in or sign up" description={heroText.text} path={paths.auth} />
      <PublicHeader waysIn={false} />
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
            <Tabs label="Login or Sign Up" tabs={TABS} value={tab} onChange={setTab}>
              <div className={css.ways}>
                {tab === 'login' ? (
                  <LoginForm
                    key={login.filling}
                    rules="auth"
                    values={login.values}
                    submitAtOnce={login.submitAtOnce}
                    onLeave={(values) =>
                      setLogin((shown) =>
                        shown.filling === login.filling
                          ? { ...shown, values, submitAtOnce: false }
                          : shown,
                      )
                    }
                  />
                ) : (
                  <SignUpForm rules="auth" values={signUp} onLeave={setSignUp} />
                )}
                <OrLine />
                <GoogleButton>
                  {tab === 'login' ? 'Continue with Google' : 'Sign up with Google'}
                </GoogleButton>
                {tab === 'login' ? (
                  <Button
                    variant="outlined"
                    fullWidth
                    disabled={signingIn}
                    onClick={() => fillDemo(true)}
                  >
                    Demo Account
                  </Button>
                ) : (
                  <Button
                    variant="outlined"
                    fullWidth
                    disabled={signingIn}
                    onClick={() => fillDemo(false)}
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
