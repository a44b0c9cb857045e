/** What the pages of credits, plans and payment say, in English. */

export const payment = {
  title: 'Payment methods and auto top-up',
  link: 'Payment methods and auto top-up',
  back: 'Credits and billing',
  methods: 'Payment methods',
  none: 'No payment methods yet.',
  default: 'Default',
  added: 'Added',
  ending: (name: string, last4: string) => `${name} •••• ${last4}`,
  expires: (when: string) => `Expires ${when}`,
  remove: 'Remove',
  removeSays:
    'Nothing more is paid with it. Plans and auto top-up that use it will fail until you choose another.',
  makeItDefault: 'Make default',
  defaultIt: (name: string) => `Make default: ${name}`,
  removeIt: 'Remove payment method',
  add: 'Add a payment method',
  token: 'Token of your payment provider',
  tokenHint:
    'Never enter a card number: this service doesn’t take any. Your payment provider gives you a token for a card, with Stripe one that begins with `pm_` or `tok_`.',
  makeDefault: 'Make it the default',
  addIt: 'Add payment method',
  done: {
    create_payment_method: 'Payment method added.',
    update_payment_method: 'The default is another payment method now.',
    delete_payment_method: 'Payment method removed.',
    set_auto_topup: 'Auto top-up saved.',
  },
  confirm: {
    title: 'Confirm your payment',
    order: (credits: string, amount: string) => `${credits} credits for ${amount}`,
    why: 'The bank asks the cardholder to confirm (3-D Secure). Until then nothing is charged, and no credits are added.',
    steps: [
      'If you placed the order over the API, pass the `client_secret` from its answer to Stripe.js. This page loads nothing from elsewhere, so it can’t show the form of your bank.',
      'Or buy the credits with another payment method. An order that nobody confirms is never charged.',
    ],
  },
  topup: {
    title: 'Auto top-up',
    on: (threshold: string, credits: string) =>
      `On: when the balance falls below ${threshold} credits, ${credits} are bought.`,
    off: 'Off: when your credits are used up, calls that cost credits are refused.',
    underWay: 'A top-up is being paid for now.',
    failed: 'The last top-up failed:',
    enable: 'Buy credits automatically',
    threshold: 'When the balance falls below',
    credits: 'Credits to buy each time',
    price: (price: string, min: string, max: string) => `1,000 cost ${price}; from ${min} to ${max} at once.`,
    method: 'Payment method',
    defaultMethod: 'The default',
    save: 'Save',
  },
}

export const billing = {
  title: 'Credits and billing',
  done: {
    bought: 'Ordered: the credits are there as soon as they are paid for.',
    subscribe: 'Ordered: the credits of the month are there as soon as it is paid for.',
    cancel_subscription: 'The plan ends with the month that is paid for.',
  },
  doneUnpaid: {
    bought: 'Ordered: the credits are there.',
    subscribe: 'Ordered: the credits of the month are there.',
    cancel_subscription: 'The plan ends with this month.',
  },
  left: (credits: string) => `${credits} credits left`,
  plan: 'Plan',
  endsWithMonth: 'ends with this month',
  changed: 'Changed',
  buyCredits: 'Buy credits',
  price: (price: string, min: string, max: string) => `1,000 cost ${price}; from ${min} to ${max} at once.`,
  charged: 'The default payment method is charged.',
  unpaid:
    'No payment is taken: the order is put on record, and its credits are there at once. Whoever runs this service sends bills, or doesn’t.',
  buy: 'Buy',
  orders: 'Newest orders',
  noOrders: 'Nothing was bought yet.',
  order: (kind: string, credits: string, amount: string, status: string) =>
    `${kind}: ${credits} credits for ${amount}, ${status}`,
  used: 'What used them',
  nothingUsed: 'Nothing yet.',
  ledger: 'Ledger',
  columns: { when: 'When', what: 'What', credits: 'Credits', left: 'Left' },
  older: 'Older ones',
}

export const plans = {
  title: 'Plans',
  yours: 'your plan',
  each: (credits: string, amount: string) => `${credits} credits each month for ${amount}`,
  none: 'You have none: credits are bought as you need them.',
  ends: 'It ends',
  next: 'The next month begins',
  end: 'End the plan',
  endSays: 'It ends with the month that is paid for. Credits stay.',
  endIt: 'End it',
  choose: {
    button: (plan: string) => `Choose ${plan}`,
    says: 'A month begins now and is paid in full with the default payment method. Its credits come with it, and it goes on until you end it.',
    saysUnpaid:
      'A month begins now, and its credits come with it. No payment is taken: it is put on record, and whoever runs this service sends bills, or doesn’t. It goes on until you end it.',
  },
  pay: { button: (plan: string) => `Pay for ${plan}`, says: 'The first month is not paid for yet.' },
  keep: { button: (plan: string) => `Keep ${plan}`, says: 'It goes on as before; nothing is paid now.' },
}
