using System;
using System.Buffers;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Http;
using SfPerf.Fabric.Cluster.Management;

namespace SfPerf.DevCluster.Rest;

/// <summary>A request that a route of the REST interface answers.</summary>
/// <param name="context">The request and its answer.</param>
/// <param name="version">The version of the interface that the client speaks.</param>
/// <param name="values">What stands in the path in the places of the route's parameters.</param>
internal sealed class RestCall(HttpContext context, decimal version, IReadOnlyDictionary<string, string> values)
{
    // Addresses hold quotes and plus signs, which need no escaping outside HTML.
    private static readonly JsonWriterOptions Plain = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
    private static readonly byte[] NoToken = [];

    internal decimal Version => version;

    internal HttpContext Context => context;

    internal string Node => values["node"];

    internal string Application => RestJson.NameOf(values["application"]);

    internal string Service => RestJson.NameOf(values["service"]);

    /// <summary>Gets a parameter of the path as it stands there; null where the route has none of this name.</summary>
    internal string? this[string name] => values.GetValueOrDefault(name);

    /// <summary>Gets a parameter of the query; null if it is not given, or empty.</summary>
    internal string? Query(string name) =>
        context.Request.Query[name].FirstOrDefault() is { Length: > 0 } text ? text : null;

    /// <summary>Gets a whole number of the query that is not negative.</summary>
    /// <exception cref="ClusterException">It is something else.</exception>
    internal long Number(string name, long otherwise)
    {
        if (Query(name) is not { } text)
            return otherwise;
        return long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number
            : throw new ClusterException(RestErrors.InvalidArgument,
                $"{name} is '{text}'. Allowed: a whole number, 0 or more.");
    }

    /// <summary>Answers with one value.</summary>
    internal Task AnswerAsync(Action<Utf8JsonWriter> write)
    {
        var body = new ArrayBufferWriter<byte>();
        using (var writer = new Utf8JsonWriter(body, Plain))
            write(writer);
        return SendAsync(body.WrittenMemory);
    }

    /// <summary>Answers with one object of which the function writes the properties.</summary>
    internal Task ObjectAsync(Action<Utf8JsonWriter> write) => AnswerAsync(writer =>
    {
        writer.WriteStartObject();
        write(writer);
        writer.WriteEndObject();
    });

    /// <summary>Answers for one entity: 204 without a body where there is none.</summary>
    internal Task EntityAsync<T>(T? entity, Action<Utf8JsonWriter, T> write) where T : class
    {
        return entity is not null ? AnswerAsync(writer => write(writer, entity)) : NothingAsync();
    }

    /// <summary>Answers that there is nothing of what was asked for.</summary>
    internal Task NothingAsync()
    {
        context.Response.StatusCode = StatusCodes.Status204NoContent;
        return Task.CompletedTask;
    }

    /// <summary>Answers with a list: in pages, or before some version as an array of all.</summary>
    /// <param name="items">All items.</param>
    /// <param name="key">What an item is found again by; no two have the same.</param>
    /// <param name="write">Writes one item.</param>
    /// <param name="pagedFrom">The first version whose answer is in pages.</param>
    /// <exception cref="ClusterException">The number or the token in the query is none.</exception>
    internal Task ListAsync<T>(
        IEnumerable<T> items, Func<T, string> key, Action<Utf8JsonWriter, T> write, decimal pagedFrom = 2.0m)
    {
        if (version < pagedFrom)
        {
            return AnswerAsync(writer =>
            {
                writer.WriteStartArray();
                foreach (var item in items)
                    write(writer, item);
                writer.WriteEndArray();
            });
        }
        var page = RestPage.Of(items, key, Query("ContinuationToken"), Number("MaxResults", 0));
        return ObjectAsync(writer =>
        {
            writer.WriteString("ContinuationToken", page.Next);
            writer.WriteList("Items", page.Items, write);
        });
    }

    /// <summary>Answers a command that is done: 200 without a body.</summary>
    internal Task DoneAsync(int status = StatusCodes.Status200OK)
    {
        context.Response.StatusCode = status;
        return SendAsync(NoToken);
    }

    private Task SendAsync(ReadOnlyMemory<byte> body)
    {
        if (body.Length > 0)
            context.Response.ContentType = "application/json; charset=utf-8";
        context.Response.Headers.XContentTypeOptions = "nosniff";
        context.Response.ContentLength = body.Length;
        return context.Response.Body.WriteAsync(body, context.RequestAborted).AsTask();
    }
}
