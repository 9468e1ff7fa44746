import { BoostProductivity } from '../../features/marketing/BoostProductivity';
import { FeatureDetails } from '../../features/marketing/FeatureDetails';
import { FeaturesGrid } from '../../features/marketing/FeaturesGrid';
import { Pricing } from '../../features/marketing/Pricing';
import { PublicFooter } from '../../features/marketing/PublicFooter';
import { PublicHeader } from '../../features/marketing/PublicHeader';
import { paths } from '../../lib/paths';
import { PageMeta } from '../../ui/layout/PageMeta';

export default function FeaturesPage() {
  return (
    <>
      <PageMeta
        title="Features"
        description="Tasks, calendar, focus timer, notes and an evening reflection: what a working day needs, in one place."
        path={paths.features}
      />
      <PublicHeader />
      <main>
        <FeaturesGrid level={1} />
        <FeatureDetails />
        <BoostProductivity />
        <Pricing />
      </main>
      <PublicFooter />
    </>
  );
}
