/** What restaurants are called and serve, by cuisine. */
import type { MenuItem, Restaurant } from '@understudy/contract/food';

/** What can be chosen about a dish. */
export type Choice = 'size' | 'extras' | 'spice' | 'protein' | 'bread' | 'milk';

/** A dish: its name, what is in it, what it costs in euros, what it contains, and what can be chosen. */
export type Dish = readonly [
  name: string,
  description: string,
  euros: number,
  allergens: readonly MenuItem['allergens'][number][],
  ...choices: Choice[],
];

/** Dishes by the part of the menu that they stand in. */
export type Menu = Readonly<Partial<Record<MenuItem['section'], readonly Dish[]>>>;

interface Cuisine {
  /** Names of restaurants: `{district}` is where each of them is. */
  readonly names: readonly string[];
  /** What such restaurants say of themselves. */
  readonly about: readonly string[];
  readonly menu: Menu;
}

/** Dishes that any restaurant may have beside its own. */
export const shared: Menu = {
  sides: [
    ['Green Salad', 'Leaves, cucumber and a mustard dressing.', 4.5, ['mustard']],
    ['Fries', 'Cut by hand and fried twice.', 4, [], 'size'],
  ],
  desserts: [
    ['Chocolate Mousse', 'Dark chocolate and a pinch of salt.', 5, ['egg', 'milk']],
    ['Lemon Sorbet', 'Lemons, sugar and nothing else.', 4.5, []],
    ['Cheesecake', 'Baked, with a biscuit base.', 5.5, ['gluten', 'egg', 'milk']],
  ],
  drinks: [
    ['Sparkling Water', 'A bottle of half a litre.', 2.5, []],
    ['Lemonade', 'Made in the house.', 3.5, [], 'size'],
    ['Cola', 'A can of 330 ml.', 2.5, []],
    ['Iced Tea', 'Black tea with peach.', 3, []],
    ['Apple Juice', 'Cloudy, from old varieties.', 3, []],
  ],
};

/** What the restaurants of each cuisine are called, and serve. */
export const cuisineWords: Readonly<Record<Restaurant['cuisine'], Cuisine>> = {
  pizza: {
    names: ['Forno {district}', 'Pizzeria {district}', 'Da Nino', 'Il Cornicione'],
    about: [
      'Dough that rests for two days, and a wood-fired oven.',
      'Pizza as in Naples, soft in the middle.',
      'Thin, crisp and straight from the stone.',
    ],
    menu: {
      mains: [
        ['Margherita', 'Tomato, fior di latte and basil.', 9, ['gluten', 'milk']],
        ['Marinara', 'Tomato, garlic and oregano.', 8, ['gluten']],
        ['Diavola', 'Tomato, mozzarella and spicy salami.', 11, ['gluten', 'milk'], 'size', 'extras'],
        ['Quattro Formaggi', 'Four cheeses, no tomato.', 12, ['gluten', 'milk'], 'size'],
        ['Funghi', 'Mushrooms, mozzarella and thyme.', 10.5, ['gluten', 'milk'], 'extras'],
        ['Prosciutto', 'Ham, rocket and parmesan.', 12.5, ['gluten', 'milk'], 'size'],
        ['Capricciosa', 'Artichokes, ham, olives and mushrooms.', 12, ['gluten', 'milk']],
        ['Napoli', 'Tomato, anchovies and capers.', 11, ['gluten', 'fish'], 'extras'],
        ['Ortolana', 'Grilled vegetables of the season.', 11, ['gluten', 'milk'], 'size', 'extras'],
      ],
      starters: [
        ['Bruschetta', 'Toasted bread with tomatoes.', 5.5, ['gluten']],
        ['Burrata', 'With tomatoes and olive oil.', 8.5, ['milk']],
      ],
      desserts: [['Tiramisù', 'Coffee, mascarpone and cocoa.', 5.5, ['gluten', 'egg', 'milk']]],
    },
  },
  burgers: {
    names: ['Burger Yard', '{district} Grill', 'Patty & Bun House', 'The Smash Room'],
    about: [
      'Beef that is ground each morning.',
      'Smashed on a hot plate, served in soft buns.',
      'Burgers, and hardly anything else.',
    ],
    menu: {
      mains: [
        ['Classic Burger', 'Beef, lettuce, tomato and onion.', 10, ['gluten', 'sesame', 'mustard']],
        ['Cheeseburger', 'Beef, cheddar and pickles.', 11, ['gluten', 'milk', 'sesame'], 'size'],
        ['Bacon Burger', 'Beef, bacon and smoked sauce.', 12.5, ['gluten', 'sesame'], 'size', 'extras'],
        ['Double Smash', 'Two patties and double cheese.', 13.5, ['gluten', 'milk', 'sesame']],
        ['Chicken Burger', 'Fried thigh and slaw.', 11, ['gluten', 'egg', 'milk'], 'spice'],
        ['Halloumi Burger', 'Grilled cheese and peppers.', 11, ['gluten', 'milk', 'sesame']],
        ['Bean Burger', 'Black beans and avocado.', 10.5, ['gluten', 'soy'], 'extras'],
        ['Blue Cheese Burger', 'Beef, blue cheese and pears.', 13, ['gluten', 'milk']],
      ],
      starters: [
        ['Onion Rings', 'In a crisp batter.', 5, ['gluten']],
        ['Chicken Wings', 'Six, with celery.', 7.5, ['celery'], 'spice'],
      ],
      sides: [
        ['Sweet Potato Fries', 'With smoked paprika.', 5, [], 'size'],
        ['Coleslaw', 'Cabbage, carrots and mustard.', 3.5, ['egg', 'mustard']],
      ],
    },
  },
  sushi: {
    names: ['Sushi {district}', 'Umi', 'Little Kaito', 'Hashi'],
    about: [
      'Fish of the day, and rice that is still warm.',
      'A small counter, and a long list of rolls.',
      'Rolled when you order.',
    ],
    menu: {
      mains: [
        ['Salmon Nigiri', 'Six pieces.', 12, ['fish', 'soy']],
        ['Tuna Nigiri', 'Six pieces.', 14, ['fish', 'soy']],
        ['California Roll', 'Crab, avocado and cucumber.', 10.5, ['shellfish', 'egg', 'soy', 'sesame']],
        ['Spicy Tuna Roll', 'Tuna, chilli and spring onion.', 12, ['fish', 'soy', 'sesame'], 'spice'],
        ['Cucumber Maki', 'Six small rolls.', 6, ['soy', 'sesame']],
        ['Avocado Maki', 'Six small rolls.', 6.5, ['soy', 'sesame']],
        ['Salmon Poke', 'Rice, salmon, edamame and mango.', 13.5, ['fish', 'soy', 'sesame'], 'size'],
        ['Chirashi', 'Assorted fish on rice.', 17, ['fish', 'shellfish', 'soy'], 'size'],
        ['Vegetable Tempura', 'In a light batter.', 11, ['gluten', 'egg']],
        ['Sushi Mix', 'Twelve pieces that the cook chooses.', 19, ['fish', 'shellfish', 'soy', 'sesame']],
      ],
      starters: [
        ['Miso Soup', 'Tofu, wakame and spring onion.', 4, ['soy', 'fish']],
        ['Edamame', 'With sea salt.', 4.5, ['soy']],
      ],
    },
  },
  indian: {
    names: ['Saffron {district}', 'Curry Leaf', 'Masala House', 'The Tiffin'],
    about: [
      'Curries that simmer all day, breads from the tandoor.',
      'Recipes of a family from Kerala.',
      'Spices that are roasted in the house.',
    ],
    menu: {
      mains: [
        ['Chicken Tikka Masala', 'Tomato, cream and fenugreek.', 12.5, ['milk']],
        ['Palak Paneer', 'Spinach and fresh cheese.', 11.5, ['milk'], 'spice'],
        ['Dal Makhani', 'Black lentils, simmered overnight.', 10, ['milk']],
        ['Lamb Rogan Josh', 'Kashmiri chilli and yoghurt.', 14.5, ['milk'], 'spice'],
        ['Chana Masala', 'Chickpeas and dried mango.', 10, [], 'spice'],
        ['Vegetable Biryani', 'Basmati, mint and fried onions.', 11.5, ['nuts'], 'size'],
        ['Prawn Malabar', 'Coconut and curry leaves.', 15, ['shellfish', 'mustard'], 'spice'],
        ['Butter Chicken', 'Mild, with cashews.', 13, ['milk', 'nuts'], 'size'],
      ],
      starters: [
        ['Samosas', 'Two, with tamarind.', 5, ['gluten']],
        ['Onion Bhaji', 'With mint yoghurt.', 5, ['milk']],
      ],
      sides: [
        ['Garlic Naan', 'From the tandoor.', 3, ['gluten', 'milk']],
        ['Basmati Rice', 'With cardamom.', 3, [], 'size'],
      ],
    },
  },
  thai: {
    names: ['Thai {district}', 'Lemongrass', 'Baan Suan', 'Chilli & Lime'],
    about: [
      'Hot, sour, salty and sweet, all at once.',
      'Street food from Bangkok.',
      'Herbs from a garden of their own.',
    ],
    menu: {
      mains: [
        ['Pad Thai', 'Rice noodles, egg and peanuts.', 11.5, ['egg', 'peanuts', 'soy', 'fish']],
        ['Green Curry', 'Coconut, aubergine and basil.', 12, ['fish', 'shellfish'], 'protein', 'spice'],
        ['Red Curry', 'Coconut, bamboo and lime leaves.', 12, ['fish', 'shellfish'], 'protein', 'spice'],
        ['Massaman Curry', 'Potatoes, peanuts and cinnamon.', 13, ['peanuts', 'fish'], 'protein'],
        ['Pad Krapao', 'Minced meat, holy basil and an egg.', 12, ['egg', 'soy', 'fish'], 'spice'],
        ['Fried Rice', 'With pineapple and cashews.', 11, ['egg', 'nuts', 'soy'], 'protein'],
        ['Drunken Noodles', 'Wide noodles and chilli.', 12, ['soy', 'fish', 'gluten'], 'protein', 'spice'],
        ['Tofu Larb', 'Toasted rice, mint and lime.', 10.5, ['soy'], 'spice'],
      ],
      starters: [
        ['Tom Yum', 'Hot and sour soup with mushrooms.', 6.5, ['fish', 'shellfish'], 'spice'],
        ['Spring Rolls', 'Four, with plum sauce.', 5.5, ['gluten', 'soy']],
        ['Papaya Salad', 'Green papaya, beans and peanuts.', 7.5, ['peanuts', 'fish'], 'spice'],
      ],
      desserts: [['Mango Sticky Rice', 'With coconut cream.', 6.5, ['sesame']]],
    },
  },
  mexican: {
    names: ['Taquería {district}', 'La Milpa', 'Casa Maíz', 'El Comal'],
    about: ['Corn that is ground each day.', 'Tacos, and salsas that mean it.', 'Slow-cooked meats, quick hands.'],
    menu: {
      mains: [
        ['Tacos al Pastor', 'Three, with pineapple.', 10.5, []],
        ['Fish Tacos', 'Three, with cabbage and lime.', 11.5, ['fish', 'gluten'], 'spice'],
        ['Bean Tacos', 'Three, with pickled onions.', 9, [], 'spice'],
        ['Chicken Burrito', 'Rice, beans and guacamole.', 11, ['gluten', 'milk'], 'size', 'spice'],
        ['Vegetable Burrito', 'Peppers, rice and beans.', 10, ['gluten'], 'size', 'spice'],
        ['Quesadilla', 'Two cheeses and epazote.', 9.5, ['gluten', 'milk'], 'extras'],
        ['Enchiladas Verdes', 'Chicken and tomatillos.', 12.5, ['milk']],
        ['Burrito Bowl', 'Everything but the tortilla.', 11, ['milk'], 'protein'],
      ],
      starters: [
        ['Guacamole', 'With corn chips.', 6.5, []],
        ['Nachos', 'Cheese, beans and jalapeños.', 8, ['milk'], 'size'],
        ['Elote', 'Corn on the cob with chilli.', 5, ['milk']],
      ],
      desserts: [['Churros', 'With chocolate.', 5.5, ['gluten', 'egg', 'milk']]],
    },
  },
  chinese: {
    names: ['Golden Lantern', '{district} Dumplings', 'Sichuan House', 'Red Kitchen'],
    about: ['Dumplings that are folded by hand.', 'Sichuan pepper, and plenty of it.', 'Woks that never cool down.'],
    menu: {
      mains: [
        ['Kung Pao Chicken', 'Peanuts and dried chilli.', 12, ['peanuts', 'soy', 'gluten']],
        ['Mapo Tofu', 'Sichuan pepper and minced pork.', 11.5, ['soy', 'gluten'], 'spice'],
        ['Sweet and Sour Pork', 'With pineapple.', 12, ['soy', 'gluten', 'egg']],
        ['Beef and Broccoli', 'Ginger and oyster sauce.', 13, ['soy', 'shellfish', 'gluten']],
        ['Dan Dan Noodles', 'Sesame, chilli and pork.', 11, ['gluten', 'sesame', 'soy'], 'spice'],
        ['Chow Mein', 'Fried noodles and vegetables.', 10.5, ['gluten', 'egg', 'soy'], 'protein'],
        ['Egg Fried Rice', 'Spring onion and peas.', 9, ['egg', 'soy'], 'size'],
        ['Aubergine in Garlic Sauce', 'Soft, with vinegar.', 10.5, ['soy', 'gluten'], 'spice'],
      ],
      starters: [
        ['Pork Dumplings', 'Eight, boiled.', 8, ['gluten', 'soy', 'sesame']],
        ['Vegetable Dumplings', 'Eight, steamed.', 7.5, ['gluten', 'soy', 'sesame']],
        ['Hot and Sour Soup', 'Tofu, mushrooms and egg.', 5.5, ['egg', 'soy', 'gluten']],
      ],
      sides: [['Smashed Cucumber', 'Garlic and sesame oil.', 4.5, ['sesame', 'soy']]],
    },
  },
  mediterranean: {
    names: ['Olive & Thyme', 'Meze {district}', 'The Blue Door', 'Levante'],
    about: ['Small plates, warm bread and good oil.', 'From Beirut to Athens.', 'Grilled over charcoal.'],
    menu: {
      mains: [
        ['Chicken Souvlaki', 'Skewers, pitta and tzatziki.', 12, ['gluten', 'milk']],
        ['Falafel Plate', 'Hummus, tabbouleh and pickles.', 11, ['sesame', 'gluten']],
        ['Moussaka', 'Aubergine, lamb and béchamel.', 13.5, ['milk', 'egg', 'gluten']],
        ['Shakshuka', 'Eggs in tomatoes and peppers.', 10, ['egg'], 'bread', 'spice'],
        ['Grilled Sea Bream', 'With lemon and greens.', 17, ['fish']],
        ['Lamb Kofta', 'With sumac onions.', 13, [], 'spice'],
        ['Halloumi Salad', 'Grilled cheese and watermelon.', 10.5, ['milk']],
        ['Pitta Gyros', 'Pork, onions and fries.', 9.5, ['gluten', 'milk'], 'size'],
      ],
      starters: [
        ['Hummus', 'With warm pitta.', 6, ['sesame', 'gluten']],
        ['Baba Ganoush', 'Smoked aubergine.', 6, ['sesame']],
        ['Dolmades', 'Vine leaves and rice.', 6, []],
      ],
      desserts: [['Baklava', 'Three pieces.', 5, ['gluten', 'nuts']]],
    },
  },
  vegan: {
    names: ['Green {district}', 'Root & Sprout', 'Plant Kitchen', 'The Good Bowl'],
    about: [
      'Everything from plants, nothing missed.',
      'Bowls, soups and things to spread.',
      'What the market had this morning.',
    ],
    menu: {
      mains: [
        ['Buddha Bowl', 'Quinoa, chickpeas and tahini.', 11.5, ['sesame']],
        ['Tofu Scramble', 'With spinach on toast.', 9.5, ['soy', 'gluten'], 'bread'],
        ['Lentil Bolognese', 'With spelt pasta.', 10.5, ['gluten', 'celery'], 'size'],
        ['Jackfruit Tacos', 'Three, with lime cream.', 10.5, ['soy'], 'spice'],
        ['Peanut Noodles', 'Rice noodles and pak choi.', 11, ['peanuts', 'soy'], 'spice'],
        ['Mushroom Burger', 'Portobello and smoked paprika.', 11.5, ['gluten', 'soy']],
        ['Coconut Dal', 'Red lentils and rice.', 10, ['mustard'], 'spice'],
        ['Roasted Cauliflower', 'With almonds and herbs.', 11, ['nuts']],
      ],
      starters: [
        ['Beetroot Soup', 'With dill.', 6, ['celery']],
        ['Summer Rolls', 'Two, with peanut dip.', 6.5, ['peanuts', 'soy']],
      ],
      sides: [
        ['Roasted Carrots', 'Cumin and maple.', 4.5, []],
        ['Sourdough', 'With olive oil.', 3, ['gluten']],
      ],
    },
  },
  breakfast: {
    names: ['Morning {district}', 'Egg & Co.', 'The Early Table', 'Café Linden'],
    about: [
      'Breakfast until the last guest has had some.',
      'Eggs in every way, and coffee that helps.',
      'Baked before sunrise.',
    ],
    menu: {
      mains: [
        ['Full Breakfast', 'Eggs, beans, sausage and toast.', 13, ['egg', 'gluten']],
        ['Eggs Benedict', 'Ham and hollandaise on a muffin.', 12, ['egg', 'gluten', 'milk']],
        ['Avocado Toast', 'Chilli and lime.', 9.5, ['gluten'], 'bread'],
        ['Pancakes', 'Three, with maple syrup.', 9, ['gluten', 'egg', 'milk'], 'size'],
        ['Granola Bowl', 'Yoghurt, berries and nuts.', 8, ['nuts', 'milk', 'gluten']],
        ['Omelette', 'With herbs and cheese.', 9.5, ['egg', 'milk'], 'bread'],
        ['Porridge', 'Apple and cinnamon.', 6.5, ['gluten'], 'milk'],
        ['Smoked Salmon Bagel', 'Cream cheese and capers.', 11, ['fish', 'gluten', 'milk', 'sesame']],
      ],
      sides: [
        ['Croissant', 'With butter.', 3, ['gluten', 'milk']],
        ['Fruit Salad', 'Of the season.', 5, [], 'size'],
      ],
      drinks: [
        ['Flat White', 'Two shots.', 3.5, ['milk'], 'milk'],
        ['Fresh Orange Juice', 'Pressed when you order.', 4.5, [], 'size'],
      ],
    },
  },
};
