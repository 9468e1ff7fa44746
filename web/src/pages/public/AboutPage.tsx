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
        lead="A daymark is the sign a sailor steers by while there is light."
      >
        <p>
          Most days don’t fail for want of effort. They fail because the plan is in one place, the
          calendar in another, and what was learned yesterday in neither. {PRODUCT} puts tasks,
          calendar, focus, notes and an evening’s reflection side by side, for one person and one
          day at a time.
        </p>
        <h2>What we hold to</h2>
        <p>
          It answers at once. It loses nothing you typed. Its clock and its calendar are right. And
          everything you put in can be taken out again.
        </p>
        <h2>Say hello</h2>
        <p>
          Questions, ideas and complaints reach people at{' '}
          <a href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</a>.
        </p>
      </Article>
    </>
  );
}
