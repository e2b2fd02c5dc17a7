SELECT level(Age, 1) AS a, Gender, COUNT(*) n FROM StatDB WHERE NOT (Age BETWEEN 20 AND 3e1 OR Gender IN ('f', 'it''s')) GROUP BY level(Age, 1), Gender;
