import { Article } from '../../features/marketing/Article';
import { paths } from '../../lib/paths';
import { PRODUCT, SUPPORT_EMAIL } from '../../lib/product';
import { PageMeta } from '../../ui/layout/PageMeta';

export default function AboutPage() {
  return (
    <>
      <PageMeta
        title="About"
        description={`Why ${PRODUCT} exists: one calm place to plan a working day, run it and look back on it.`}
        path={paths.about}
      />
      <Article
        title={`About ${PRODUCT}`}
        lead="A daymark is a sign that sailors steer by in daylight."
      >
        <p>
          Most days don’t fail for lack of effort. They fail because the plan is in one place, the
          calendar in another, and yesterday’s lessons in neither. {PRODUCT} puts tasks, calendar,
          focus, notes and an evening reflection side by side, for one person and one day at a time.
        </p>
        <h2>Our principles</h2>
        <p>
          It responds at once. It never loses what you typed. Its clock and its calendar are right.
          And you can take out everything you put in.
        </p>
        <h2>Say hello</h2>
        <p>
          Send questions, ideas and complaints to{' '}
          <a href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</a>.
        </p>
      </Article>
    </>
  );
}
