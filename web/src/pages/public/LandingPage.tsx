import { BoostProductivity } from '../../features/marketing/BoostProductivity';
import { DayInMarks } from '../../features/marketing/DayInMarks';
import { FeaturesGrid } from '../../features/marketing/FeaturesGrid';
import { Hero } from '../../features/marketing/Hero';
import { heroText } from '../../features/marketing/heroText';
import { Pricing } from '../../features/marketing/Pricing';
import { PublicFooter } from '../../features/marketing/PublicFooter';
import { PublicHeader } from '../../features/marketing/PublicHeader';
import { paths } from '../../lib/paths';
import { PageMeta } from '../../ui/layout/PageMeta';

export default function LandingPage() {
  return (
    <>
      <PageMeta title="The day, clearly marked" description={heroText.text} path={paths.landing} />
      <PublicHeader />
      <main>
        <Hero />
        <DayInMarks />
        <FeaturesGrid />
        <BoostProductivity />
        <Pricing />
      </main>
      <PublicFooter />
    </>
  );
}
