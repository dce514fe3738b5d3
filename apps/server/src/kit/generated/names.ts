/** Names of people, from the lists of @faker-js/faker 10.6.0. */

/*
 * Generated: `node scripts/extract-names.mjs` in apps/server writes this file. Do not edit it.
 * It holds those names of faker's lists (first names: en; last names: en, en_AU, en_IN, es, fr, pt_BR)
 * that are plain ASCII and that several locales know. The licence of faker follows.
 *
 * Faker - Copyright (c) 2022-2025
 *
 * This software consists of voluntary contributions made by many individuals.
 * For exact contribution history, see the revision history
 * available at https://github.com/faker-js/faker
 *
 * Permission is hereby granted, free of charge, to any person obtaining
 * a copy of this software and associated documentation files (the
 * "Software"), to deal in the Software without restriction, including
 * without limitation the rights to use, copy, modify, merge, publish,
 * distribute, sublicense, and/or sell copies of the Software, and to
 * permit persons to whom the Software is furnished to do so, subject to
 * the following conditions:
 *
 * The above copyright notice and this permission notice shall be
 * included in all copies or substantial portions of the Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND,
 * EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
 * MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
 * NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE
 * LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION
 * OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION
 * WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
 *
 * ===
 *
 * From: https://github.com/faker-js/faker/commit/a9f98046c7d5eeaabe12fc587024c06d683800b8
 * To: https://github.com/faker-js/faker/commit/29234378807c4141588861f69421bf20b5ac635e
 *
 * Based on faker.js, copyright Marak Squires and contributor, what follows below is the original license.
 *
 * ===
 *
 * faker.js - Copyright (c) 2011-2020
 * Marak Squires
 * http://github.com/marak/faker.js/
 *
 * faker.js was inspired by and has used data definitions from:
 *
 *  * https://github.com/stympy/faker/ - Copyright (c) 2007-2010 Benjamin Curtis
 *  * http://search.cpan.org/~jasonk/Data-Faker-0.07/ - Copyright 2004-2005 by Jason Kohles
 *
 * Permission is hereby granted, free of charge, to any person obtaining
 * a copy of this software and associated documentation files (the
 * "Software"), to deal in the Software without restriction, including
 * without limitation the rights to use, copy, modify, merge, publish,
 * distribute, sublicense, and/or sell copies of the Software, and to
 * permit persons to whom the Software is furnished to do so, subject to
 * the following conditions:
 *
 * The above copyright notice and this permission notice shall be
 * included in all copies or substantial portions of the Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND,
 * EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
 * MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
 * NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE
 * LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION
 * OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION
 * WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
 */

/** First names of people, sorted. */
export const firstNames: readonly string[] = `
  Aaliyah Aaron Abby Abdul Abdullah Abel Abigail Abraham Ada Adam Adela Adele Adeline Aditya Adolfo
  Adrian Adriana Adrien Adrienne Agnes Ahmad Ahmed Aida Aidan Aiden Aileen Aimee Aisha Al Alan Alana
  Alba Albert Alberta Alberto Albina Alec Alejandra Alejandro Alena Alessandra Alessandro Alessia
  Alex Alexa Alexander Alexandra Alexandre Alexis Alfonso Alfred Alfredo Ali Alia Alice Alicia Alisa
  Alisha Alison Aliya Aliyah Allan Allen Allison Alma Alvin Alyssa Amalia Amanda Amara Amber Amelia
  Amelie Amina Amir Amira Amos Amy Ana Anabel Anastasia Andre Andrea Andrew Andy Angel Angela
  Angelica Angelina Angeline Angelo Angie Anita Ann Anna Annabel Annabell Annabelle Anne Annette
  Annie Anthony Antoinette Antonia Antonina Antonio Archibald Archie Ari Ariane Arianna Ariel
  Arielle Armand Armando Arne Arno Arnold Aron Arthur Arturo Arvid Ashley Ashton Astrid Audrey
  August Augustine Aurelia Aurelio Aurore Ava Axel Ayana Ayden Ayla Aylin Barbara Barry Beatrice
  Beau Belinda Bella Ben Benjamin Bennett Bennie Benny Berenice Bernadette Bernard Bernardo Bernice
  Berta Bertram Bertrand Beth Bethany Betty Beverly Bianka Bill Billie Billy Blaise Blake Blanca
  Blanche Bob Bobby Boris Brad Bradley Brandi Brandon Brayan Brenda Brent Brett Brian Brice Bridget
  Brigitte Brooke Bruce Bryan Byron Caleb Calista Calvin Cameron Camila Camilla Camille Candace
  Candice Cara Carl Carla Carlo Carlos Carlotta Carmen Carol Carole Carolina Caroline Carolyn
  Cassandra Cassandre Catalina Caterina Catherine Cathy Cecil Cecile Cecilia Cedric Celia Celine
  Charlene Charles Charlie Charlotte Chase Chelsea Cheryl Chester Cheyenne Chloe Chris Christelle
  Christian Christina Christine Christophe Christopher Christy Cindy Claire Clara Clarence Clarissa
  Claude Claudia Claudine Clemens Cleo Clifford Clifton Clint Clotilde Clovis Cody Colin Colleen
  Collin Conner Connor Conrad Constance Constantin Cooper Cora Coralie Cory Courtney Craig Cristian
  Cristina Cristobal Curt Curtis Cynthia Cyril Cyrus Dagmar Dahlia Daisy Dale Damian Damien Dan Dana
  Daniel Daniela Danielle Danny Dante Daphne Darian Dario Darius Darrell Darren Darryl Daryl Dave
  David Davin Dean Deanna Debbie Deborah Debra Delia Delphine Denis Denise Dennis Derek Derrick
  Desiree Devin Diana Diane Dianna Dianne Diego Dimitri Dina Dino Dion Dolores Domenic Dominic
  Dominique Don Donald Donna Dora Dorian Doris Dorothea Dorothy Douglas Duane Dustin Dwayne Dylan
  Earl Earnest Ed Eda Eddie Eden Edgar Edith Edmond Edmund Edna Eduardo Edward Edwin Eileen Elaine
  Eleanor Elena Eli Elian Eliane Elias Elijah Elisa Elisabeth Elise Eliza Elizabeth Ella Ellen Ellie
  Elliot Elliott Ellis Elmer Eloisa Eloise Elsa Elsie Elvira Elvis Elza Emanuel Emelie Emely Emil
  Emile Emilia Emiliano Emilie Emilio Emily Emma Emmanuel Emmanuelle Emmy Enrico Enrique Eric Erica
  Erich Erick Erik Erika Erma Ernest Ernestine Ernesto Erwin Esmeralda Esperanza Esteban Estella
  Estelle Esther Ethan Ethel Eugene Eugenia Eunice Eva Evan Eve Eveline Evelyn Evie Ezra Fabian
  Fanny Fatima Faye Federico Felicia Felicita Felipe Felix Fernando Finn Fiona Flavie Flavio Flora
  Florence Florian Francesca Francesco Francis Francisca Francisco Franco Frank Frankie Franklin
  Franz Fred Freddie Frederic Frederick Frederik Frida Frieda Friedrich Fritz Gabriel Gabriella
  Gabrielle Gail Garrett Garry Gary Gaston Gayle George Georgia Gerald Geraldine Gerard Gerardo
  Gerhard Gertrude Gianni Gilbert Gilberto Gilda Gina Gino Giovanna Giovanni Giuseppe Glen Glenda
  Glenn Gloria Gonzalo Gordon Grace Graciela Grant Greg Gregg Gregorio Gregory Greta Guadalupe Guido
  Guillermo Gustave Gustavo Guy Gwen Hailey Hanna Hannah Hans Harold Harriet Harrison Harry Harvey
  Hassan Hayden Hayley Hazel Heather Hector Heidi Helen Helena Helene Henri Henriette Henry Herbert
  Herman Hilda Holly Horacio Hortense Howard Hubert Hugo Hunter Ian Ibrahim Ida Ignacio Iliana
  Immanuel Ines Ira Irene Iris Irma Irvin Isaac Isabel Isabell Isabella Isabelle Isaiah Ismael
  Israel Iva Ivan Ivy Jack Jackie Jackson Jacob Jacqueline Jacquelyn Jacques Jade Jaden Jaime Jake
  Jakob Jamal James Jamie Jan Jana Jane Janet Janice Janis Jared Jaron Jasmin Jasmine Jason Jasper
  Javier Jay Jayden Jayson Jean Jeanette Jeanne Jeffrey Jenna Jennie Jennifer Jenny Jeremiah Jeremie
  Jeremy Jermaine Jerome Jerry Jesse Jessica Jessie Jessy Jill Jim Jimmy Joan Joana Joann Joanna
  Joanne Joe Joel Joelle Joey Johan Johann Johanna John Johnathan Johnnie Johnny Jolie Jon Jonas
  Jonatan Jonathan Jordan Jorge Josefina Joseph Josephine Josh Joshua Josie Jovan Joy Joyce Juan
  Juana Juanita Jude Judith Judy Jules Julia Julian Juliana Julie Julien Julio Julius June Justin
  Justina Justine Justus Kara Karen Kari Karina Karl Karla Kassandra Katarina Kate Katharina
  Katherine Kathleen Kathryn Kathy Katie Katrina Kay Kaya Kayla Keanu Keith Kellie Kelly Ken Kenneth
  Kenny Kent Kerry Kevin Kian Kiana Kiara Kim Kimberly Kira Kirk Krista Kristen Kristi Kristian
  Kristie Kristin Kristina Kristine Kristy Krystal Kurt Kyle Kyra Laila Lamar Lambert Lana Larissa
  Laura Lauren Laurence Lauriane Laurie Laurine Laverne Lavinia Lawrence Layla Lea Leah Leann Leda
  Lee Leif Leigh Leila Lela Lelia Lena Lennie Lenny Leo Leon Leona Leonard Leonardo Leonie Leonor
  Leonora Leopold Leopoldo Leroy Leslie Leticia Levi Lewis Lia Liam Liana Lila Lilian Liliana
  Liliane Lilla Lillian Lilly Lily Lina Lincoln Linda Lindsay Linnea Lionel Lisa Lisandro Liza Lloyd
  Logan Lois Lola Lora Lorena Lorene Lorenz Lorenzo Loretta Lori Lorraine Lou Louie Louis Louisa
  Louise Lourdes Lucas Lucia Luciano Lucie Lucienne Lucille Lucy Ludwig Luigi Luis Luisa Lukas Luke
  Luna Lydia Lynda Lynette Lynn Lynne Mabel Mackenzie Madeline Madison Mae Mafalda Magdalena Maggie
  Magnus Maia Maida Malcolm Malika Malvina Mandy Manuel Manuela Mara Marc Marcel Marcella Marcelo
  Marcia Marco Marcos Marcus Margaret Margarita Margot Marguerite Maria Mariam Mariana Marianna
  Marianne Mariano Marie Marilyn Marina Mario Marion Marisa Marisol Mark Markus Marlen Marlene
  Marley Marlon Marta Martha Martin Martina Martine Marvin Mary Maryam Mason Mateo Mathew Mathias
  Mathilde Matilda Matilde Matt Matteo Matthew Maud Maureen Maurice Max Maxime Maximilian Maxine
  Maya Mayra Megan Meghan Melanie Melinda Melisa Melissa Melody Melvin Mercedes Merlin Mia Micaela
  Michael Michaela Michel Michele Michelle Miguel Mike Milan Miles Milo Mina Miranda Miriam Mitchell
  Mohamed Mohammad Mohammed Molly Mona Monica Monique Morgan Morris Muhammad Muriel Mustafa Myra
  Myriam Myron Nadia Nadine Nancy Naomi Natalia Natalie Natasha Nathan Nathanael Nathaniel Neal Neil
  Nellie Nelson Nestor Neva Nia Nicholas Nichole Nick Nico Nicola Nicolas Nicole Nigel Niko Nikolas
  Nils Nina Noah Noe Noel Noemi Nola Nolan Nona Nora Norbert Norberto Norma Norman Nova Ofelia Olaf
  Ole Olga Olive Oliver Olivia Omar Orlando Oscar Osvaldo Otilia Otis Otto Owen Pablo Pamela Paolo
  Patricia Patrick Paul Paula Paulette Pauline Pedro Penelope Percy Peter Petra Phil Philip Phillip
  Phoebe Pierre Pietro Priscilla Prudence Quentin Quinn Quinten Rachael Rachel Rafael Rafaela Ralph
  Ramiro Ramon Ramona Raoul Raphael Raquel Raul Raymond Rebeca Rebecca Rebeka Regina Reginald Reina
  Rene Renee Rhonda Ricardo Richard Rick Rico Riley Rita Robert Roberta Roberto Robin Robyn Rochelle
  Rodney Rodolfo Rodrigo Roger Roland Rolando Roman Ron Ronald Ronnie Rosa Rosalia Rosalie Rosalinda
  Rosario Rose Rosemarie Rosemary Rosie Ross Roxanne Roy Ruben Ruby Rudolph Rudy Rufus Russell Ruth
  Ryan Sabina Sabrina Sally Salvador Salvatore Sam Samantha Samir Sammy Samson Samuel Sandra Sandy
  Santiago Santino Sara Sarah Sasha Saul Savannah Scarlett Scott Sean Sebastian Selena Selina Serena
  Sergio Seth Shane Shannon Sharon Shaun Shawn Sheila Shelly Sheri Sherri Sherry Sheryl Shirley
  Sidney Sienna Silas Silvia Simeon Simon Simone Skye Sofia Soledad Sonia Sonja Sonya Sophia Sophie
  Stacey Stacy Stan Stanley Stefan Stefanie Stella Stephan Stephanie Stephen Steve Steven Stewart
  Stuart Sue Susan Susana Susanna Suzanne Sven Sydney Sylvia Talia Tamara Tamia Tammy Tania Tanya
  Tara Tasha Taylor Ted Terence Teresa Terrence Terry Tess Thalia Thea Theo Theodore Theresa Therese
  Thomas Tia Tiana Tiffany Tim Timothy Tina Titus Toby Tom Tomas Tommy Toni Tony Tracey Traci Tracy
  Travis Trevor Tricia Tyler Tyrone Una Valentin Valentina Valentine Valerie Vanessa Vera Vernon
  Veronica Vicente Vicki Vickie Vicky Victor Victoria Vilma Vince Vincent Viola Violet Violette
  Virgil Virginia Virginie Vito Vivian Viviane Vivien Vivienne Vladimir Wade Walter Wanda Warren
  Wayne Wendy Wesley Wilbur Wilhelm Willard William Willie Willy Wilma Xander Xavier Yasmin Yasmine
  Yolanda Yvette Yvonne Zachary Zelda Zita Zoe Zoey Zora
`
  .trim()
  .split(/\s+/);

/** Last names of people, sorted. */
export const lastNames: readonly string[] = `
  Abbott Abreu Achari Acharya Adam Adams Adiga Agarwal Ahluwalia Ahuja Albuquerque Alexander
  Anderson Armstrong Arora Asan Auer Bailey Banerjee Barros Barrows Bartell Bartoletti Barton
  Batista Bauch Baumbach Bayer Beahan Beatty Becker Beier Berge Berger Bergstrom Bernard Bhadresha
  Bharadwaj Bhat Bhattathiri Blanc Bode Bogan Borer Botsford Bourgeois Boyer Boyle Braga Braun Brito
  Brown Bruen Brun Camacho Campos Carroll Carter Cartwright Carvalho Casper Cassin Castro Champlin
  Chaturvedi Chopra Cole Collier Collins Connelly Conroy Corkery Cormier Corwin Costa Cronin Crooks
  Cruickshank Cruz Cummings Daniel Daugherty David Davis Desai Deshpande Devar Dhawan Dickens
  Dickinson Dietrich Donnelly Dooley Douglas Doyle Dubashi Dupont Durand Durgan Dutta Ebert Emard
  Emmerich Erdman Ernser Fadel Fahey Farrell Fay Feeney Feil Ferry Fierro Fisher Flatley Fonseca
  Franco Garcia Gibson Gil Gill Girard Gleason Glover Goldner Goodwin Gowda Grady Graham Grant Green
  Greenfelder Greenholt Grimes Guerra Guha Gupta Gutmann Hackett Hahn Haley Hammes Hane Hansen
  Harber Harris Hartmann Harvey Hayes Heaney Heathcote Heller Henry Herman Hermann Hermiston Herzog
  Hessel Hettinger Hickle Hills Hoppe Howe Howell Hudson Huel Huet Hyatt Iyengar Iyer Jacobi Jacobs
  Jacobson Jain Jenkins Jerde Jha Johar Johnson Johnston Jones Joshi Kakkar Kaniyar Kapoor Kaul Kaur
  Keeling Kemmer Kessler Khan Khanna Khatri Kiehn King Kirlin Klein Kocchar Koch Koelpin Kohler Koss
  Kovacek Kreiger Kuhlman Kuhn Kulas Kunde Kutch Laine Lakin Lang Langworth Larkin Larson Leal
  Leannon Lee Leffler Lehner Lesch Little Lockman Lopez Lovato Lowe Lynch Macedo Mahajan Malik Mann
  Marar Marks Martin Martins Marvin Matos Mayer Mehra Mehrotra Melo Menon Meyer Michel Miller Mills
  Miranda Mishra Mitchell Moen Mohr Monahan Moore Mora Moraes Morar Moreira Morissette Mota Mueller
  Muller Murphy Murray Naik Nair Nava Nayar Nguyen Nicolas Nitzsche Nogueira Nolan O'Connell
  O'Conner O'Hara O'Keefe O'Reilly Oliveira Olivier Olson Ortiz Pacheco Pandey Panicker Parker Patel
  Patil Paul Pereira Perrin Pillai Prajapat Price Quigley Ramos Rana Rath Rau Reddy Reichel Reilly
  Reis Renard Rey Reynolds Rice Richards Ritchie Roberts Rocha Rodriguez Rohan Rolfson Rose Rousseau
  Rowe Rutherford Ryan Saini Sanford Santos Saraiva Sauer Schaefer Schmidt Schmitt Schneider
  Schroeder Schultz Schuster Sethi Shah Sharma Shields Shukla Silva Simon Singh Sinha Smith Smitham
  Somayaji Spencer Stanton Stark Stokes Suthar Swift Talwar Tandon Taylor Thomas Thompson Tillman
  Torres Towne Tremblay Trivedi Tromp Turcotte Turner Ullrich Valle Varma Varman Varrier Verma Villa
  Villanueva Walker Walsh Walter Ward Waters Weber Welch West White Wilderman Wilkinson Williamson
  Windler Wolf Wolff Xavier
`
  .trim()
  .split(/\s+/);
