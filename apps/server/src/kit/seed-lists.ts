/** Words that seeded texts are made of. */

/** The parts of a text that commas divide. */
const listed = (text: string): readonly string[] => text.trim().replaceAll(/\s+/g, ' ').split(', ');

/** Adjectives and nouns that stand before a noun. */
export const qualities = listed(`
  annual, blue, bright, central, clean, cold, common, daily, double, early, empty, fresh, full, gentle, green,
  hidden, large, late, light, local, long, modern, monthly, narrow, new, northern, old, open, plain, private,
  public, quick, quiet, red, round, shared, short, silver, simple, small, soft, solid, southern, spare, strong,
  urgent, warm, weekly, wide, wooden
`);

/** Things. */
export const things = listed(`
  account, agenda, archive, balcony, basket, bench, bicycle, board, book, bottle, bridge, budget, cabinet, calendar,
  camera, chair, clock, contract, corner, counter, curtain, desk, door, drawer, engine, fence, forecast, garden,
  gate, guide, harbour, heater, index, inventory, invoice, kettle, kitchen, ladder, lamp, letter, library, list,
  market, meeting, menu, mirror, notebook, office, order, package, parcel, photo, plan, poster, printer, project,
  receipt, recipe, report, review, roof, room, route, sample, schedule, screen, shelf, sign, sketch, station,
  survey, table, ticket, timetable, tool, train, travel, visit, wall, window, workshop
`);

/** Who does something. */
export const actors = listed(`
  The team, A colleague, Our supplier, The front desk, The customer, A neighbour, The manager, The driver, The
  second shift, Somebody from sales, The new trainee, The landlord, A visitor, The editor, The workshop
`);

/** What was done to a thing. */
export const deeds = listed(`
  checked, moved, repaired, ordered, replaced, cleaned, measured, found, returned, packed, painted, asked about,
  forgot, counted, described, photographed, borrowed, signed for, looked for, labelled
`);

/** When, or how. */
export const circumstances = listed(`
  before lunch, on Friday, last week, in the morning, after the holidays, twice, without a word, on the way home, in
  a hurry, at the end of the month, as agreed, over the weekend, just in time, for the second time, during the
  meeting, by mistake, at short notice, late in the evening
`);

/** Cities of all continents. */
export const cities = listed(`
  Accra, Amsterdam, Antwerp, Auckland, Barcelona, Bergen, Berlin, Bologna, Bristol, Brussels, Budapest, Busan, Cape
  Town, Chicago, Copenhagen, Cork, Dakar, Denver, Dublin, Edinburgh, Geneva, Ghent, Glasgow, Hamburg, Hanoi,
  Helsinki, Jaipur, Kyoto, Lagos, Leeds, Lima, Lisbon, Ljubljana, London, Lyon, Madrid, Marseille, Melbourne, Mexico
  City, Milan, Montreal, Mumbai, Munich, Nairobi, Nantes, Osaka, Oslo, Porto, Prague, Quito, Riga, Rome, Rotterdam,
  Santiago, Seattle, Seoul, Seville, Singapore, Stockholm, Sydney, Tallinn, Toronto, Turin, Utrecht, Valencia,
  Vienna, Warsaw, Wellington, Zagreb, Zurich
`);

/** What stands behind a family name in the name of a company. */
export const trades = listed(`
  Analytics, Bakery, Brothers, Catering, Consulting, Design, Electric, Energy, Foods, Freight, Furniture, Group,
  Health, Holdings, Instruments, Labs, Logistics, Mechanics, Media, Optics, Partners, Press, Robotics, Shipping,
  Software, Studio, Supplies, Textiles, Tools, Travel
`);
