#include "engine/encoder.h"

#include "core/parallel.h"
#include "engine/database.h"
#include "engine/dictionary.h"
#include "engine/domain_builder.h"
#include "engine/segment.h"

#include <malloc.h>

#include <algorithm>
#include <bit>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace scrim {
namespace {

std::optional<ValueType> value_type(const duckdb::LogicalType& type) {
    switch (type.id()) {
        case duckdb::LogicalTypeId::TINYINT:
        case duckdb::LogicalTypeId::SMALLINT:
        case duckdb::LogicalTypeId::INTEGER:
        case duckdb::LogicalTypeId::BIGINT:
        case duckdb::LogicalTypeId::UTINYINT:
        case duckdb::LogicalTypeId::USMALLINT:
        case duckdb::LogicalTypeId::UINTEGER: return ValueType::integer;
        case duckdb::LogicalTypeId::DATE: return ValueType::date;
        case duckdb::LogicalTypeId::TIMESTAMP: return ValueType::timestamp;
        case duckdb::LogicalTypeId::DOUBLE: return ValueType::real;
        case duckdb::LogicalTypeId::FLOAT: return ValueType::single;
        case duckdb::LogicalTypeId::VARCHAR:
        case duckdb::LogicalTypeId::ENUM: return ValueType::text;
        default: return std::nullopt;
    }
}

// A cell as its dictionary takes it.
std::uint64_t key(double value) { return std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value); }
std::uint64_t key(float value) { return std::bit_cast<std::uint32_t>(value == 0 ? 0.0f : value); }
std::string_view key(const duckdb::string_t& value) { return {value.GetData(), value.GetSize()}; }
template <std::integral T>
std::uint64_t key(T value) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}

// The local codes of one vector's cells, of the physical type T.
template <class T, class Values>
void look_up(const duckdb::UnifiedVectorFormat& cells, std::size_t rows, Values& values, bool& has_null,
             std::vector<Code>& codes) {
    const T* data = duckdb::UnifiedVectorFormat::GetData<T>(cells);
    if (cells.validity.AllValid()) {
        for (std::size_t row = 0; row < rows; ++row) codes[row] = values.add(key(data[cells.sel->get_index(row)]));
        return;
    }
    for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t index = cells.sel->get_index(row);
        const bool valid = cells.validity.RowIsValid(index);
        has_null = has_null || !valid;
        codes[row] = valid ? values.add(key(data[index])) : 0;
    }
}

// The same for whatever physical type the vector has; the chunk is as long as `codes`.
void look_up(duckdb::Vector& vector, Dictionary& dictionary, std::vector<Code>& codes) {
    duckdb::UnifiedVectorFormat cells;
    vector.ToUnifiedFormat(codes.size(), cells);
    const auto numbers = [&]<class T>(T) {
        look_up<T>(cells, codes.size(), std::get<NumberDictionary>(dictionary.values), dictionary.has_null, codes);
    };
    switch (vector.GetType().InternalType()) {
        case duckdb::PhysicalType::INT8: return numbers(std::int8_t{});
        case duckdb::PhysicalType::INT16: return numbers(std::int16_t{});
        case duckdb::PhysicalType::INT32: return numbers(std::int32_t{});
        case duckdb::PhysicalType::INT64: return numbers(std::int64_t{});
        case duckdb::PhysicalType::UINT8: return numbers(std::uint8_t{});
        case duckdb::PhysicalType::UINT16: return numbers(std::uint16_t{});
        case duckdb::PhysicalType::UINT32: return numbers(std::uint32_t{});
        case duckdb::PhysicalType::DOUBLE: return numbers(double{});
        case duckdb::PhysicalType::FLOAT: return numbers(float{});
        case duckdb::PhysicalType::VARCHAR:
            return look_up<duckdb::string_t>(cells, codes.size(), std::get<TextDictionary>(dictionary.values),
                                             dictionary.has_null, codes);
        default:
            throw duckdb::InternalException("the encoder was given a vector of type %s", vector.GetType().ToString());
    }
}

Dictionary empty_dictionary(const duckdb::LogicalType& type) {
    if (type.InternalType() == duckdb::PhysicalType::VARCHAR) return {TextDictionary()};
    return {NumberDictionary()};
}

// An ENUM's positions as the words they stand for; local codes stay what they are.
Dictionary enum_words(const Dictionary& positions, const duckdb::LogicalType& type) {
    TextDictionary words;
    const duckdb::string_t* all =
        duckdb::FlatVector::GetData<duckdb::string_t>(duckdb::EnumType::GetValuesInsertOrder(type));
    for (const std::uint64_t position : std::get<NumberDictionary>(positions.values).values())
        words.add(key(all[position]));
    return {std::move(words), positions.has_null};
}

// One chunk of the stream, and its place in it.
struct Chunk {
    std::shared_ptr<duckdb::DataChunk> data;
    std::size_t place = 0;
};

// What one worker has encoded so far.
struct Worker {
    struct Piece {
        std::size_t place = 0;
        std::vector<Column::Codes> columns;
    };
    std::vector<Dictionary> dictionaries;  // one per column
    std::vector<Piece> pieces;
    std::vector<Code> codes;  // of the column in hand
};

class Encoder {
public:
    Encoder(std::span<const std::string> names, const std::vector<duckdb::LogicalType>& types)
        : names_(names), types_(types) {}

    // From any thread.
    void add(Chunk chunk) {
        std::unique_ptr<Worker> worker = take_worker();
        worker->codes.resize(chunk.data->size());
        Worker::Piece& piece = worker->pieces.emplace_back(Worker::Piece{chunk.place, {}});
        for (std::size_t c = 0; c < types_.size(); ++c) {
            look_up(chunk.data->data[c], worker->dictionaries[c], worker->codes);
            piece.columns.push_back(pack(worker->codes, worker->dictionaries[c].size()));
        }
        const std::lock_guard lock(mutex_);
        idle_.push_back(std::move(worker));
    }

    // After the last of `chunks` chunks.
    Result<Table> finish(std::size_t chunks, const Progress& progress) {
        Table table;
        for (std::size_t c = 0; c < types_.size(); ++c) {
            if (progress.cancelled()) return cancelled_error();
            std::vector<Dictionary> dictionaries;
            std::vector<Segment> segments(chunks);
            for (std::size_t w = 0; w < idle_.size(); ++w) {
                Dictionary own = std::move(idle_[w]->dictionaries[c]);
                const bool is_enum = types_[c].id() == duckdb::LogicalTypeId::ENUM;
                dictionaries.push_back(is_enum ? enum_words(own, types_[c]) : std::move(own));
                for (Worker::Piece& piece : idle_[w]->pieces) segments[piece.place] = {w, std::move(piece.columns[c])};
            }
            SCRIM_TRY(const BuiltDomain built, build_domain(names_[c], *value_type(types_[c]), dictionaries));
            table.add(names_[c], assemble(built, std::move(segments)));
        }
        return table;
    }

private:
    std::unique_ptr<Worker> take_worker() {
        {
            const std::lock_guard lock(mutex_);
            if (!idle_.empty()) {
                std::unique_ptr<Worker> worker = std::move(idle_.back());
                idle_.pop_back();
                return worker;
            }
        }
        auto worker = std::make_unique<Worker>();
        for (const duckdb::LogicalType& type : types_) worker->dictionaries.push_back(empty_dictionary(type));
        return worker;
    }

    std::span<const std::string> names_;
    const std::vector<duckdb::LogicalType>& types_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<Worker>> idle_;
};

// Runs the query until its first rows are there, asking now and then whether to go on.
Result<std::unique_ptr<duckdb::QueryResult>> start(duckdb::Connection& connection, const std::string& sql,
                                                   const Progress& progress) {
    const auto pending = connection.PendingQuery(sql, true);
    if (pending->HasError()) return engine_error(pending->GetErrorObject());
    for (;;) {
        if (progress.cancelled()) return cancelled_error();
        const duckdb::PendingExecutionResult state = pending->ExecuteTask();
        if (state == duckdb::PendingExecutionResult::EXECUTION_ERROR) return engine_error(pending->GetErrorObject());
        if (duckdb::PendingQueryResult::IsResultReady(state)) break;
        if (state != duckdb::PendingExecutionResult::RESULT_NOT_READY)
            std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    auto result = pending->Execute();
    if (result->HasError()) return engine_error(result->GetErrorObject());
    return std::unique_ptr<duckdb::QueryResult>(result.release());
}

}  // namespace

bool encodes_natively(const duckdb::LogicalType& type) { return value_type(type).has_value(); }

Result<Table> encode(Database& database, const std::string& sql, std::span<const std::string> names,
                     Progress& progress) {
    return guarded([&]() -> Result<Table> {
        SCRIM_TRY(const auto rows, start(database.connection(), sql, progress));
        Encoder encoder(names, rows->types);
        std::size_t chunks = 0;
        const auto fetch = [&]() -> std::optional<Chunk> {
            if (progress.cancelled()) return std::nullopt;
            std::shared_ptr<duckdb::DataChunk> data = rows->FetchRaw();
            if (!data || data->size() == 0) return std::nullopt;
            progress.advance(data->size());
            return Chunk{std::move(data), chunks++};
        };
        const std::size_t tokens = 2 * std::max(2u, std::thread::hardware_concurrency());
        pipeline(tokens, fetch, [&](Chunk&& chunk) { encoder.add(std::move(chunk)); });
        if (progress.cancelled()) {
            database.connection().Interrupt();
            return cancelled_error();
        }
        if (rows->HasError()) return engine_error(rows->GetErrorObject());
        if (chunks == 0) return input_error("there are no rows; at least one is expected");
        auto table = encoder.finish(chunks, progress);
        ::malloc_trim(0);  // what DuckDB's buffers and our segments held goes back to the system
        return table;
    });
}

}  // namespace scrim
