/** The id of the pricing section, for links to it. */
export const PRICING_ID = 'pricing';

/** The pricing table of product §1. */
export const plans = [
  {
    name: 'Free',
    price: '$0',
    period: 'forever',
    popular: false,
    action: 'Get Started',
    features: [
      'Basic tasks',
      'Single calendar',
      '5 focus sessions per day',
      'Basic analytics',
      '1 project',
    ],
  },
  {
    name: 'Pro',
    price: '$9',
    period: 'per month',
    popular: true,
    action: 'Start with Pro',
    features: [
      'Unlimited focus sessions and projects',
      'Multiple calendars',
      'Advanced analytics',
      'Priority support',
    ],
  },
  {
    name: 'Team',
    price: '$19',
    period: 'per user per month',
    popular: false,
    action: 'Start with Team',
    features: ['Collaboration', 'Admin dashboard', 'SSO', 'API access', 'Dedicated support'],
  },
] as const;
