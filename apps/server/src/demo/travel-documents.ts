// What the Travel helper knows: a few pages as an airline would write them.
export const documents: Readonly<Record<string, string>> = {
  "baggage.md": `# Baggage

## Cabin baggage
Every passenger takes one bag of up to 8 kg and 55 × 40 × 23 cm into the cabin, and a small item such as a handbag or a laptop.

## Checked baggage
The Light fare includes no checked bag. The Classic fare includes one bag of up to 23 kg, the Flex fare two. A further bag costs 45 euros online and 60 euros at the airport.

## Overweight
Bags between 23 and 32 kg cost 50 euros more. Bags above 32 kg are not accepted; please send them as freight.

## Lost or damaged baggage
Report a lost or damaged bag at the baggage desk before you leave the airport, or within seven days in writing. We search for up to 21 days and pay for what you need in the meantime.
`,
  "changes-and-refunds.md": `# Changes and refunds

## Changing a booking
Flex bookings can be changed free of charge until two hours before departure. Classic bookings cost 40 euros and the difference in fare. Light bookings cannot be changed.

## Refunds
Within 24 hours of booking every fare is refunded in full. After that, Flex fares are refunded minus 25 euros, and other fares only in their taxes. A refund arrives within seven days on the card you paid with.

## Cancelled or delayed flights
If we cancel your flight or it is more than three hours late, you choose between another flight and your money back. Meals and, where needed, a hotel are on us.
`,
  "travelling-with-pets.md": `# Travelling with pets

Small dogs and cats up to 8 kg including their carrier travel in the cabin for 60 euros per flight. Larger animals travel in the heated hold for 120 euros.

Assistance dogs travel free of charge. Please tell us at least 48 hours before departure, because only four animals fit into a cabin.

Rabbits, birds and reptiles are not accepted.
`,
  "check-in.md": `# Check-in and boarding

## Online check-in
Online check-in opens 30 hours and closes one hour before departure. You can choose a seat for free during check-in.

## At the airport
The bag drop closes 45 minutes before departure on European flights and 60 minutes before departure on long flights. Boarding ends 15 minutes before departure.

## Travel documents
Passengers carry a passport or an identity card that is valid on the day of travel. Children need a document of their own.
`,
};

export const questions: readonly {
  input: string;
  expectation: "CONTAINS" | "CITES_FILE" | "MATCHES";
  expected: string;
}[] = [
  {
    input: "What does it cost to take my dog into the cabin?",
    expectation: "CONTAINS",
    expected: "60 euros",
  },
  {
    input: "How heavy may a checked bag be in the Classic fare?",
    expectation: "CITES_FILE",
    expected: "baggage.md",
  },
  { input: "When does online check-in open?", expectation: "MATCHES", expected: "30 hours" },
  { input: "How long does a refund take to arrive?", expectation: "CONTAINS", expected: "seven days" },
];
