/** Words of the category History. */
import { type Category, list } from './category.js';

/** Words of the category History. */
export const history: Category = {
  name: 'History',
  tag: 'history',
  titles: {
    beginner: list('An Introduction to {}; Discovering {}; {}: A Short History; {} in Ten Objects'),
    intermediate: list('Understanding {}; {}: People and Ideas; {} in Context; Reading the Sources: {}'),
    advanced: list('Debating {}; {} and Its Legacy; {}: New Perspectives'),
    expert: list('{}: Research Seminar'),
  },
  methods: [
    'Letters, maps and objects from museum collections are at the centre of each lesson.',
    'You meet rulers and farmers, merchants and monks, and hear how historians disagree about them.',
    'Each lesson follows one person or one place and opens up the larger story from there.',
    'Short source readings come with questions that sharpen your judgement.',
  ],
  homework: [
    'Read the source and answer the four questions. Who wrote it, for whom and why?',
    'Compare the two accounts of the same event on one page.',
    'Describe an object from the online collection and what it tells about its time.',
    'Write a short dictionary entry on a person from the lesson, with two references.',
  ],
  projects: [
    'Base it on at least three sources, one of them from the time itself, and add a page on what they leave open.',
    'Present it so that someone without previous knowledge can follow, with a reference for each claim.',
  ],
  certificateYears: null,
  subjects: [
    {
      name: 'Ancient Rome',
      tags: list('rome; antiquity; empire'),
      pitch: 'Follow a town on the Tiber on its way to an empire, and ask what held it together.',
      project: 'A day in the life of a Roman town',
      topics: list(
        'Legends of the founding; The Republic; Citizens and slaves; Roads and legions; The end of the Republic; Augustus; Life in the provinces; Religion and belief; Crisis of the third century; Late antiquity',
      ),
    },
    {
      name: 'Ancient Egypt',
      tags: list('egypt; antiquity; archaeology'),
      pitch: 'Travel along the Nile through three thousand years of kings, scribes and builders.',
      project: 'A tomb and what it tells us',
      topics: list(
        'The gift of the Nile; First kings; Building the pyramids; Gods and temples; Scribes and hieroglyphs; Everyday work; The New Kingdom; Death and afterlife; Egypt and its neighbours; How Egypt was rediscovered',
      ),
    },
    {
      name: 'the Silk Road',
      tags: list('silk-road; trade; asia'),
      pitch: 'Follow silk, spices, beliefs and inventions across a continent.',
      project: 'The journey of one trade good',
      topics: list(
        'One road or many; Oases and caravans; Silk and horses; Merchants of Sogdia; Beliefs on the move; Paper and other inventions; The Mongol peace; Travellers and their tales; Plague; From land to sea',
      ),
    },
    {
      name: 'the Italian Renaissance',
      tags: list('renaissance; art; italy'),
      pitch: 'See how bankers, scholars and painters in a few Italian cities changed the way we look at the world.',
      project: 'A portrait of a Renaissance city',
      topics: list(
        'Cities and wealth; Rediscovering antiquity; Workshops and patrons; Perspective; Florence; Courts and princes; Women of letters; Venice; The printing press; War and the end of an age',
      ),
    },
    {
      name: 'the Industrial Revolution',
      tags: list('industry; technology; labour'),
      pitch: 'Trace how steam, cotton and iron changed work, cities and the climate of a planet.',
      project: 'A factory and its town',
      topics: list(
        'Life before the factory; Cotton and the loom; Coal and steam; Canals and railways; Growing cities; Work and childhood; Reformers and unions; Industry abroad; Money and trade; Industry and environment',
      ),
    },
    {
      name: 'the French Revolution',
      tags: list('revolution; france; politics'),
      pitch: 'Relive ten years that brought down a monarchy and gave politics its modern words.',
      project: 'A newspaper for a single day in 1789',
      topics: list(
        'Society before 1789; A kingdom in debt; Summer of 1789; Rights and constitutions; The king takes flight; Republic and war; The Terror; Women in the Revolution; Revolution in the colonies; From Directory to Consulate',
      ),
    },
    {
      name: 'the Viking Age',
      tags: list('vikings; scandinavia; seafaring'),
      pitch: 'Look beyond the raids at farmers, traders and explorers of the North.',
      project: 'A voyage reconstructed from finds',
      topics: list(
        'Farms and families; Ships; Raiders; Traders and silver; Gods and stories; Runes; Rivers of the East; Iceland and Greenland; Kings and Christianity; Vikings in modern memory',
      ),
    },
    {
      name: 'the Ottoman Empire',
      tags: list('ottomans; empire; mediterranean'),
      pitch: 'Get to know an empire on three continents that lasted for six centuries.',
      project: 'A street in Istanbul around 1600',
      topics: list(
        'A frontier principality; The conquest of 1453; Suleiman and his age; Palace and household; Law and faith; Trade and crafts; Life in the provinces; Reform; Nations and nationalism; The end of the empire',
      ),
    },
    {
      name: 'Medieval Europe',
      tags: list('middle-ages; europe; society'),
      pitch: 'Discover a thousand years of monasteries, markets and castles that were anything but dark.',
      project: 'A medieval town, drawn and explained',
      topics: list(
        'After Rome; Monks and manuscripts; Lords and peasants; Charlemagne; Towns and markets; Cathedrals; Crusades; Universities; The Black Death; Toward a new age',
      ),
    },
    {
      name: 'the Age of Exploration',
      tags: list('exploration; seafaring; world-history'),
      pitch: 'Cross the oceans with sailors and cartographers, and see the encounters from both sides.',
      project: 'One voyage in two accounts',
      topics: list(
        'Maps before the voyages; Ships and instruments; Along the coast of Africa; Crossing the Atlantic; First encounters; Around the world; Conquest and its victims; Plants and animals on the move; Silver and slavery; Oceans of trade',
      ),
    },
  ],
};
