/** Towns that orders are sent to. */
import type { Currency } from '@understudy/contract/kit';

/** A town, with the streets and the form of postal codes that it has. */
export interface Town {
  readonly city: string;
  readonly country: string;
  readonly currency: Currency;
  readonly streets: readonly string[];
  /** Its postal codes: each # is a digit. */
  readonly postal: string;
  /** Whether the number of a house stands before the street. */
  readonly isNumberFirst: boolean;
}

/** The towns. */
export const towns: readonly Town[] = [
  {
    city: 'Hamburg',
    country: 'DE',
    currency: 'EUR',
    streets: ['Lange Reihe', 'Osterstraße', 'Elbchaussee'],
    postal: '20###',
    isNumberFirst: false,
  },
  {
    city: 'Lyon',
    country: 'FR',
    currency: 'EUR',
    streets: ['rue Mercière', 'cours Lafayette', 'rue de la République'],
    postal: '6900#',
    isNumberFirst: true,
  },
  {
    city: 'Lisboa',
    country: 'PT',
    currency: 'EUR',
    streets: ['Rua da Prata', 'Rua do Século', 'Avenida Almirante Reis'],
    postal: '1###-0##',
    isNumberFirst: false,
  },
  {
    city: 'Utrecht',
    country: 'NL',
    currency: 'EUR',
    streets: ['Oudegracht', 'Biltstraat', 'Nachtegaalstraat'],
    postal: '35## AB',
    isNumberFirst: false,
  },
  {
    city: 'Portland',
    country: 'US',
    currency: 'USD',
    streets: ['NE Alberta Street', 'SE Division Street', 'N Williams Avenue'],
    postal: '972##',
    isNumberFirst: true,
  },
  {
    city: 'Chicago',
    country: 'US',
    currency: 'USD',
    streets: ['W Armitage Avenue', 'N Clark Street', 'S Halsted Street'],
    postal: '606##',
    isNumberFirst: true,
  },
  {
    city: 'Bristol',
    country: 'GB',
    currency: 'GBP',
    streets: ['Gloucester Road', 'North Street', 'Park Row'],
    postal: 'BS# #QT',
    isNumberFirst: true,
  },
  {
    city: 'Leeds',
    country: 'GB',
    currency: 'GBP',
    streets: ['Otley Road', 'Kirkgate', 'Harrogate Road'],
    postal: 'LS# #HB',
    isNumberFirst: true,
  },
  {
    city: 'Kyoto',
    country: 'JP',
    currency: 'JPY',
    streets: ['Teramachi-dori', 'Shijo-dori', 'Imadegawa-dori'],
    postal: '60#-80##',
    isNumberFirst: true,
  },
  {
    city: 'Sapporo',
    country: 'JP',
    currency: 'JPY',
    streets: ['Odori Nishi', 'Kita 3-jo', 'Minami 1-jo'],
    postal: '06#-00##',
    isNumberFirst: true,
  },
  {
    city: 'Kuwait City',
    country: 'KW',
    currency: 'KWD',
    streets: ['Salem Al Mubarak Street', 'Fahad Al Salem Street', 'Arabian Gulf Street'],
    postal: '130##',
    isNumberFirst: true,
  },
];
