/** What each time zone does at present, from the time zone database 2026f as moment-timezone has it. */

/*
 * Generated: `node scripts/extract-zones.mjs` in apps/server writes this file. Do not edit it.
 * Left out, since their changes follow no rule of the calendar: Asia/Gaza, Asia/Hebron. The licence of moment-timezone follows.
 *
 * The MIT License (MIT)
 *
 * Copyright (c) JS Foundation and other contributors
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy of
 * this software and associated documentation files (the "Software"), to deal in
 * the Software without restriction, including without limitation the rights to
 * use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of
 * the Software, and to permit persons to whom the Software is furnished to do so,
 * subject to the following conditions:
 *
 * The above copyright notice and this permission notice shall be included in all
 * copies or substantial portions of the Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
 * IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS
 * FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
 * COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER
 * IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
 * CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
 */

/**
 * The zones that do the same, by what they do: minutes east of UTC; or those at new year, those of the other part of the
 * year, and when that begins and ends: `month.week.weekday/minutes` by the clock until then, week 5 being the last, and
 * Sunday 0.
 */
export const zoneRules: Readonly<Record<string, string>> = {
  '-720': `
    Etc/GMT+12
  `,
  '-660': `
    Etc/GMT+11 Pacific/Midway Pacific/Niue Pacific/Pago_Pago Pacific/Samoa US/Samoa
  `,
  '-600': `
    Etc/GMT+10 HST Pacific/Honolulu Pacific/Johnston Pacific/Rarotonga Pacific/Tahiti US/Hawaii
  `,
  '-600,-540,3.2.0/120,11.1.0/120': `
    America/Adak America/Atka US/Aleutian
  `,
  '-570': `
    Pacific/Marquesas
  `,
  '-540': `
    Etc/GMT+9 Pacific/Gambier
  `,
  '-540,-480,3.2.0/120,11.1.0/120': `
    America/Anchorage America/Juneau America/Metlakatla America/Nome America/Sitka America/Yakutat US/Alaska
  `,
  '-480': `
    Etc/GMT+8 Pacific/Pitcairn
  `,
  '-480,-420,3.2.0/120,11.1.0/120': `
    America/Ensenada America/Los_Angeles America/Santa_Isabel America/Tijuana Mexico/BajaNorte PST8PDT
    US/Pacific
  `,
  '-420': `
    America/Creston America/Dawson America/Dawson_Creek America/Fort_Nelson America/Hermosillo
    America/Mazatlan America/Phoenix America/Vancouver America/Whitehorse Canada/Pacific Canada/Yukon
    Etc/GMT+7 MST Mexico/BajaSur US/Arizona
  `,
  '-420,-360,3.2.0/120,11.1.0/120': `
    America/Boise America/Cambridge_Bay America/Ciudad_Juarez America/Denver America/Shiprock MST7MDT Navajo
    US/Mountain
  `,
  '-360': `
    America/Bahia_Banderas America/Belize America/Chihuahua America/Costa_Rica America/Edmonton
    America/El_Salvador America/Guatemala America/Inuvik America/Managua America/Merida America/Mexico_City
    America/Monterrey America/Regina America/Swift_Current America/Tegucigalpa America/Yellowknife
    Canada/Mountain Canada/Saskatchewan Etc/GMT+6 Mexico/General Pacific/Galapagos
  `,
  '-360,-300,3.2.0/120,11.1.0/120': `
    America/Chicago America/Indiana/Knox America/Indiana/Tell_City America/Knox_IN America/Matamoros
    America/Menominee America/North_Dakota/Beulah America/North_Dakota/Center America/North_Dakota/New_Salem
    America/Ojinaga America/Rankin_Inlet America/Resolute CST6CDT US/Central US/Indiana-Starke
  `,
  '-300': `
    America/Atikokan America/Bogota America/Cancun America/Cayman America/Coral_Harbour America/Eirunepe
    America/Guayaquil America/Jamaica America/Lima America/Panama America/Porto_Acre America/Rainy_River
    America/Rio_Branco America/Winnipeg Brazil/Acre Canada/Central EST Etc/GMT+5 Jamaica
  `,
  '-300,-240,3.2.0/0,11.1.0/60': `
    America/Havana Cuba
  `,
  '-300,-240,3.2.0/120,11.1.0/120': `
    America/Detroit America/Fort_Wayne America/Grand_Turk America/Indiana/Indianapolis America/Indiana/Marengo
    America/Indiana/Petersburg America/Indiana/Vevay America/Indiana/Vincennes America/Indiana/Winamac
    America/Indianapolis America/Iqaluit America/Kentucky/Louisville America/Kentucky/Monticello
    America/Louisville America/Montreal America/Nassau America/New_York America/Nipigon America/Pangnirtung
    America/Port-au-Prince America/Thunder_Bay America/Toronto Canada/Eastern EST5EDT US/East-Indiana
    US/Eastern US/Michigan
  `,
  '-300,-360,4.1.6/1320,9.1.6/1320': `
    Chile/EasterIsland Pacific/Easter
  `,
  '-240': `
    America/Anguilla America/Antigua America/Aruba America/Barbados America/Blanc-Sablon America/Boa_Vista
    America/Campo_Grande America/Caracas America/Cuiaba America/Curacao America/Dominica America/Grenada
    America/Guadeloupe America/Guyana America/Kralendijk America/La_Paz America/Lower_Princes America/Manaus
    America/Marigot America/Martinique America/Montserrat America/Port_of_Spain America/Porto_Velho
    America/Puerto_Rico America/Santo_Domingo America/St_Barthelemy America/St_Kitts America/St_Lucia
    America/St_Thomas America/St_Vincent America/Tortola America/Virgin Brazil/West Etc/GMT+4
  `,
  '-240,-180,3.2.0/120,11.1.0/120': `
    America/Glace_Bay America/Goose_Bay America/Halifax America/Moncton America/Thule Atlantic/Bermuda
    Canada/Atlantic
  `,
  '-210,-150,3.2.0/120,11.1.0/120': `
    America/St_Johns Canada/Newfoundland
  `,
  '-180': `
    America/Araguaina America/Argentina/Buenos_Aires America/Argentina/Catamarca
    America/Argentina/ComodRivadavia America/Argentina/Cordoba America/Argentina/Jujuy
    America/Argentina/La_Rioja America/Argentina/Mendoza America/Argentina/Rio_Gallegos
    America/Argentina/Salta America/Argentina/San_Juan America/Argentina/San_Luis America/Argentina/Tucuman
    America/Argentina/Ushuaia America/Asuncion America/Bahia America/Belem America/Buenos_Aires
    America/Catamarca America/Cayenne America/Cordoba America/Coyhaique America/Fortaleza America/Jujuy
    America/Maceio America/Mendoza America/Montevideo America/Paramaribo America/Punta_Arenas America/Recife
    America/Rosario America/Santarem America/Sao_Paulo Antarctica/Palmer Antarctica/Rothera Atlantic/Stanley
    Brazil/East Etc/GMT+3
  `,
  '-180,-120,3.2.0/120,11.1.0/120': `
    America/Miquelon
  `,
  '-180,-240,4.1.6/1440,9.1.6/1440': `
    America/Santiago Chile/Continental
  `,
  '-120': `
    America/Noronha Atlantic/South_Georgia Brazil/DeNoronha Etc/GMT+2
  `,
  '-120,-60,3.5.0/-60,10.5.0/0': `
    America/Godthab America/Nuuk America/Scoresbysund
  `,
  '-60': `
    Atlantic/Cape_Verde Etc/GMT+1
  `,
  '-60,0,3.5.0/0,10.5.0/60': `
    Atlantic/Azores
  `,
  '0': `
    Africa/Abidjan Africa/Accra Africa/Bamako Africa/Banjul Africa/Bissau Africa/Casablanca Africa/Conakry
    Africa/Dakar Africa/El_Aaiun Africa/Freetown Africa/Lome Africa/Monrovia Africa/Nouakchott
    Africa/Ouagadougou Africa/Sao_Tome Africa/Timbuktu America/Danmarkshavn Atlantic/Reykjavik
    Atlantic/St_Helena Etc/GMT Etc/GMT+0 Etc/GMT-0 Etc/GMT0 Etc/Greenwich Etc/UCT Etc/UTC Etc/Universal
    Etc/Zulu GMT GMT+0 GMT-0 GMT0 Greenwich Iceland UCT UTC Universal Zulu
  `,
  '0,120,3.5.0/60,10.5.0/180': `
    Antarctica/Troll
  `,
  '0,60,3.5.0/60,10.5.0/120': `
    Atlantic/Canary Atlantic/Faeroe Atlantic/Faroe Atlantic/Madeira Eire Europe/Belfast Europe/Dublin
    Europe/Guernsey Europe/Isle_of_Man Europe/Jersey Europe/Lisbon Europe/London GB GB-Eire Portugal WET
  `,
  '60': `
    Africa/Algiers Africa/Bangui Africa/Brazzaville Africa/Douala Africa/Kinshasa Africa/Lagos
    Africa/Libreville Africa/Luanda Africa/Malabo Africa/Ndjamena Africa/Niamey Africa/Porto-Novo Africa/Tunis
    Etc/GMT-1
  `,
  '60,120,3.5.0/120,10.5.0/180': `
    Africa/Ceuta Arctic/Longyearbyen Atlantic/Jan_Mayen CET Europe/Amsterdam Europe/Andorra Europe/Belgrade
    Europe/Berlin Europe/Bratislava Europe/Brussels Europe/Budapest Europe/Busingen Europe/Copenhagen
    Europe/Gibraltar Europe/Ljubljana Europe/Luxembourg Europe/Madrid Europe/Malta Europe/Monaco Europe/Oslo
    Europe/Paris Europe/Podgorica Europe/Prague Europe/Rome Europe/San_Marino Europe/Sarajevo Europe/Skopje
    Europe/Stockholm Europe/Tirane Europe/Vaduz Europe/Vatican Europe/Vienna Europe/Warsaw Europe/Zagreb
    Europe/Zurich MET Poland
  `,
  '120': `
    Africa/Blantyre Africa/Bujumbura Africa/Gaborone Africa/Harare Africa/Johannesburg Africa/Juba
    Africa/Khartoum Africa/Kigali Africa/Lubumbashi Africa/Lusaka Africa/Maputo Africa/Maseru Africa/Mbabane
    Africa/Tripoli Africa/Windhoek Etc/GMT-2 Europe/Kaliningrad Libya
  `,
  '120,180,3.4.4/1560,10.5.0/120': `
    Asia/Jerusalem Asia/Tel_Aviv Israel
  `,
  '120,180,3.5.0/0,10.5.0/0': `
    Asia/Beirut
  `,
  '120,180,3.5.0/180,10.5.0/240': `
    Asia/Famagusta Asia/Nicosia EET Europe/Athens Europe/Bucharest Europe/Chisinau Europe/Helsinki Europe/Kiev
    Europe/Kyiv Europe/Mariehamn Europe/Nicosia Europe/Riga Europe/Sofia Europe/Tallinn Europe/Tiraspol
    Europe/Uzhgorod Europe/Vilnius Europe/Zaporozhye
  `,
  '120,180,4.5.5/0,10.5.4/1440': `
    Africa/Cairo Egypt
  `,
  '180': `
    Africa/Addis_Ababa Africa/Asmara Africa/Asmera Africa/Dar_es_Salaam Africa/Djibouti Africa/Kampala
    Africa/Mogadishu Africa/Nairobi Antarctica/Syowa Asia/Aden Asia/Amman Asia/Baghdad Asia/Bahrain
    Asia/Damascus Asia/Istanbul Asia/Kuwait Asia/Qatar Asia/Riyadh Etc/GMT-3 Europe/Istanbul Europe/Kirov
    Europe/Minsk Europe/Moscow Europe/Simferopol Europe/Volgograd Indian/Antananarivo Indian/Comoro
    Indian/Mayotte Turkey W-SU
  `,
  '210': `
    Asia/Tehran Iran
  `,
  '240': `
    Asia/Baku Asia/Dubai Asia/Muscat Asia/Tbilisi Asia/Yerevan Etc/GMT-4 Europe/Astrakhan Europe/Samara
    Europe/Saratov Europe/Ulyanovsk Indian/Mahe Indian/Mauritius Indian/Reunion
  `,
  '270': `
    Asia/Kabul
  `,
  '300': `
    Antarctica/Mawson Antarctica/Vostok Asia/Almaty Asia/Aqtau Asia/Aqtobe Asia/Ashgabat Asia/Ashkhabad
    Asia/Atyrau Asia/Dushanbe Asia/Karachi Asia/Oral Asia/Qostanay Asia/Qyzylorda Asia/Samarkand Asia/Tashkent
    Asia/Yekaterinburg Etc/GMT-5 Indian/Kerguelen Indian/Maldives
  `,
  '330': `
    Asia/Calcutta Asia/Colombo Asia/Kolkata
  `,
  '345': `
    Asia/Kathmandu Asia/Katmandu
  `,
  '360': `
    Asia/Bishkek Asia/Dacca Asia/Dhaka Asia/Kashgar Asia/Omsk Asia/Thimbu Asia/Thimphu Asia/Urumqi Etc/GMT-6
    Indian/Chagos
  `,
  '390': `
    Asia/Rangoon Asia/Yangon Indian/Cocos
  `,
  '420': `
    Antarctica/Davis Asia/Bangkok Asia/Barnaul Asia/Ho_Chi_Minh Asia/Hovd Asia/Jakarta Asia/Krasnoyarsk
    Asia/Novokuznetsk Asia/Novosibirsk Asia/Phnom_Penh Asia/Pontianak Asia/Saigon Asia/Tomsk Asia/Vientiane
    Etc/GMT-7 Indian/Christmas
  `,
  '480': `
    Antarctica/Casey Asia/Brunei Asia/Choibalsan Asia/Chongqing Asia/Chungking Asia/Harbin Asia/Hong_Kong
    Asia/Irkutsk Asia/Kuala_Lumpur Asia/Kuching Asia/Macao Asia/Macau Asia/Makassar Asia/Manila Asia/Shanghai
    Asia/Singapore Asia/Taipei Asia/Ujung_Pandang Asia/Ulaanbaatar Asia/Ulan_Bator Australia/Perth
    Australia/West Etc/GMT-8 Hongkong PRC ROC Singapore
  `,
  '525': `
    Australia/Eucla
  `,
  '540': `
    Asia/Chita Asia/Dili Asia/Jayapura Asia/Khandyga Asia/Pyongyang Asia/Seoul Asia/Tokyo Asia/Yakutsk
    Etc/GMT-9 Japan Pacific/Palau ROK
  `,
  '570': `
    Australia/Darwin Australia/North
  `,
  '600': `
    Antarctica/DumontDUrville Asia/Ust-Nera Asia/Vladivostok Australia/Brisbane Australia/Lindeman
    Australia/Queensland Etc/GMT-10 Pacific/Chuuk Pacific/Guam Pacific/Port_Moresby Pacific/Saipan
    Pacific/Truk Pacific/Yap
  `,
  '630,570,4.1.0/180,10.1.0/120': `
    Australia/Adelaide Australia/Broken_Hill Australia/South Australia/Yancowinna
  `,
  '660': `
    Asia/Magadan Asia/Sakhalin Asia/Srednekolymsk Etc/GMT-11 Pacific/Bougainville Pacific/Efate
    Pacific/Guadalcanal Pacific/Kosrae Pacific/Noumea Pacific/Pohnpei Pacific/Ponape
  `,
  '660,600,4.1.0/180,10.1.0/120': `
    Antarctica/Macquarie Australia/ACT Australia/Canberra Australia/Currie Australia/Hobart
    Australia/Melbourne Australia/NSW Australia/Sydney Australia/Tasmania Australia/Victoria
  `,
  '660,630,4.1.0/120,10.1.0/120': `
    Australia/LHI Australia/Lord_Howe
  `,
  '720': `
    Asia/Anadyr Asia/Kamchatka Etc/GMT-12 Kwajalein Pacific/Fiji Pacific/Funafuti Pacific/Kwajalein
    Pacific/Majuro Pacific/Nauru Pacific/Tarawa Pacific/Wake Pacific/Wallis
  `,
  '720,660,4.1.0/180,10.1.0/120': `
    Pacific/Norfolk
  `,
  '780': `
    Etc/GMT-13 Pacific/Apia Pacific/Enderbury Pacific/Fakaofo Pacific/Kanton Pacific/Tongatapu
  `,
  '780,720,4.1.0/180,9.5.0/120': `
    Antarctica/McMurdo Antarctica/South_Pole NZ Pacific/Auckland
  `,
  '825,765,4.1.0/225,9.5.0/165': `
    NZ-CHAT Pacific/Chatham
  `,
  '840': `
    Etc/GMT-14 Pacific/Kiritimati
  `,
};
