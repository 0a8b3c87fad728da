using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Fabric;
using System.IO;
using System.Linq;
using Microsoft.ServiceFabric.Services.Communication;

namespace SfPerf.Fabric.Remoting.Wire;

/// <summary>
/// Exceptions on the wire: {type name, message, stack trace, error code, number of inner ones, the inner ones}, three
/// deep; an AggregateException keeps its first sixteen. A type is made again only when it is one of the base library's,
/// of System.Fabric's, or was registered; any other becomes a ServiceException.
/// </summary>
internal static class RemoteException
{
    private const int DepthMax = 3;
    private const int InnerMax = 16;
    private const int KnownMax = 1024;
    private static readonly StringCodec Strings = new();
    private static readonly ConcurrentDictionary<string, Type?> Known = new();

    // One that a service did not catch around the failure of a call of its own is taken off.
    internal static void Write(MessageBuffer buffer, Exception exception) => Write(
        buffer, exception is AggregateException { InnerExceptions: [var only] } ? only : exception, depth: 1);

    private static void Write(MessageBuffer buffer, Exception exception, int depth)
    {
        var inner = depth == DepthMax ? [] : InnerOf(exception);
        Strings.Write(buffer, exception.GetType().FullName);
        Strings.Write(buffer, MessageOf(exception));
        Strings.Write(buffer, TextOf(exception, static e => e.StackTrace));
        buffer.WriteUnmanaged(exception is FabricException fabric ? (long)fabric.ErrorCode : 0L);
        buffer.WriteUnmanaged((byte)inner.Count);
        foreach (var one in inner)
            Write(buffer, one, depth + 1);
    }

    private static IReadOnlyList<Exception> InnerOf(Exception exception) => exception switch
    {
        AggregateException several => [.. several.InnerExceptions.Take(InnerMax)],
        { InnerException: { } only } => [only],
        _ => [],
    };

    // The message of an AggregateException repeats those of its inner exceptions; they are added again where it is made
    // again.
    private static string? MessageOf(Exception exception)
    {
        var message = TextOf(exception, static e => e.Message);
        if (exception is not AggregateException several || message is null) return message;
        var repeated = string.Concat(several.InnerExceptions.Select(e => $" ({TextOf(e, static i => i.Message)})"));
        return message.EndsWith(repeated, StringComparison.Ordinal) ? message[..^repeated.Length] : message;
    }

    /// <summary>Makes further types of exceptions known. Each has a constructor for its message and the inner one.
    /// </summary>
    internal static void Register(params ReadOnlySpan<Type> types)
    {
        foreach (var type in types)
            Known[type.FullName!] = type;
    }

    internal static Exception Read(ref MessageReader reader, int depth = 1)
    {
        var type = Strings.Read(ref reader) ?? "";
        var message = Strings.Read(ref reader) ?? "";
        var stack = Strings.Read(ref reader);
        var code = (FabricErrorCode)reader.ReadUnmanaged<long>();
        var inner = new Exception[reader.ReadUnmanaged<byte>()];
        if (inner.Length > InnerMax || depth == DepthMax && inner.Length > 0)
            throw new InvalidDataException($"The exception {type} has {inner.Length} inner ones at depth {depth}.");
        for (var i = 0; i < inner.Length; i++)
            inner[i] = Read(ref reader, depth + 1);
        var exception = Create(type, message, inner, code) ?? new ServiceException(type, message);
        exception.Data["RemoteStackTrace"] = stack;
        return exception;
    }

    // A text is a property that a type of the service's may override, and fail in.
    private static string? TextOf(Exception exception, Func<Exception, string?> read)
    {
        try
        {
            return read(exception);
        }
        catch (Exception e)
        {
            return $"({e.GetType()} while the text was read)";
        }
    }

    private static Exception? Create(string name, string message, Exception[] several, FabricErrorCode code)
    {
        if (name == typeof(AggregateException).FullName)
            return new AggregateException(message, several);
        var inner = several.Length > 0 ? several[0] : null;
        if (!Known.TryGetValue(name, out var type))
            type = Known.Count < KnownMax ? Known.GetOrAdd(name, Find) : Find(name);
        if (type is null)
            return null;
        var coded = type.GetConstructor([typeof(string), typeof(Exception), typeof(FabricErrorCode)]);
        if (coded is not null && code != FabricErrorCode.Unknown)
            return (Exception)coded.Invoke([message, inner, code]);
        var two = type.GetConstructor([typeof(string), typeof(Exception)]);
        return two is not null
            ? (Exception)two.Invoke([message, inner])
            : (Exception?)type.GetConstructor([typeof(string)])?.Invoke([message]);
    }

    private static Type? Find(string name)
    {
        var type = typeof(object).Assembly.GetType(name) ?? typeof(FabricException).Assembly.GetType(name);
        return type is { IsPublic: true, IsAbstract: false } && type.IsAssignableTo(typeof(Exception)) ? type : null;
    }
}
