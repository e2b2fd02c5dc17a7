SELECT COUNT(*) FROM release WHERE age BETWEEN 21 AND 30 AND NOT (zip = '885**' OR ill IN ('flu', 'it''s'))
