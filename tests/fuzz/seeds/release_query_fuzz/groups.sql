SELECT ill, age AS a, COUNT(*) n, AVG(income), MIN(age), MAX(income) FROM r WHERE zip IS NOT NULL GROUP BY ill, age
