using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Fabric;
using System.IO;
using System.Linq;
using Microsoft.ServiceFabric.Services.Communication;
using Microsoft.ServiceFabric.Services.Remoting.V2.Runtime;
using SfPerf.Platform.Logging;

namespace SfPerf.Fabric.Remoting.Wire;

/// <summary>
/// Exceptions on the wire: {type name, message, stack trace, error code, number of inner ones, what a convertor added,
/// the inner ones}, three deep, with sixteen inner ones at most. A type is made again only when a convertor does, or
/// when it is one of the base library's, of System.Fabric's, or was registered; any other becomes a ServiceException.
/// </summary>
internal static class RemoteException
{
    private const int DepthMax = 3;
    private const int InnerMax = 16;
    private const int KnownMax = 1024;
    private const int DataMax = 256;
    private const byte HasData = 0x80;
    private static readonly StringCodec Strings = new();
    private static readonly ConcurrentDictionary<string, Type?> Known = new();

    /// <param name="buffer">Where it is written.</param>
    /// <param name="exception">What a service has thrown. A single AggregateException around it, which a service did
    /// not catch around the failure of a call of its own, is taken off.</param>
    /// <param name="convertors">Asked in this order how it travels.</param>
    internal static void Write(
        MessageBuffer buffer, Exception exception, IReadOnlyList<IExceptionConvertor>? convertors = null) => Write(
        buffer, exception is AggregateException { InnerExceptions: [var only] } ? only : exception, convertors ?? [],
        depth: 1);

    private static void Write(
        MessageBuffer buffer, Exception exception, IReadOnlyList<IExceptionConvertor> convertors, int depth)
    {
        var (converted, several) = Converted(exception, convertors);
        var inner = depth == DepthMax ? [] : converted is null ? InnerOf(exception) : several;
        var data = converted?.ActualExceptionData?.Take(DataMax).ToArray() ?? [];
        Strings.Write(buffer, converted is null ? exception.GetType().FullName : converted.ActualExceptionType);
        Strings.Write(buffer, converted is null ? MessageOf(exception) : TextOf(converted, static e => e.Message));
        Strings.Write(buffer, converted is null
            ? TextOf(exception, static e => e.StackTrace) : converted.ActualExceptionStackTrace);
        buffer.WriteUnmanaged(exception is FabricException fabric ? (long)fabric.ErrorCode : 0L);
        buffer.WriteUnmanaged((byte)(inner.Count | (data.Length > 0 ? HasData : 0)));
        if (data.Length > 0)
            buffer.WriteUnmanaged((ushort)data.Length);
        foreach (var (name, value) in data)
        {
            Strings.Write(buffer, name);
            Strings.Write(buffer, value);
        }
        foreach (var one in inner)
            Write(buffer, one, convertors, depth + 1);
    }

    private static (ServiceException? Converted, IReadOnlyList<Exception> Inner) Converted(
        Exception exception, IReadOnlyList<IExceptionConvertor> convertors)
    {
        foreach (var convertor in convertors)
        {
            try
            {
                if (convertor.TryConvertToServiceException(exception, out var converted) && converted is not null)
                {
                    return (converted,
                        [.. (convertor.GetInnerExceptions(exception) ?? []).Where(e => e is not null).Take(InnerMax)]);
                }
            }
            catch (Exception e)
            {
                EventLog.OfProcess.ConvertorFailed($"{convertor.GetType()}", $"{exception.GetType()}", e);
            }
        }

        return (null, []);
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
        if (exception is not AggregateException several || message is null)
            return message;
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

    internal static RemoteFault Read(ref MessageReader reader, int depth = 1)
    {
        var type = Strings.Read(ref reader) ?? "";
        var message = Strings.Read(ref reader) ?? "";
        var stack = Strings.Read(ref reader);
        var code = (FabricErrorCode)reader.ReadUnmanaged<long>();
        var count = reader.ReadUnmanaged<byte>();
        var data = (count & HasData) == 0 ? null : ReadData(ref reader, type);
        var inner = new RemoteFault[count & ~HasData];
        if (inner.Length > InnerMax || depth == DepthMax && inner.Length > 0)
            throw new InvalidDataException($"The exception {type} has {inner.Length} inner ones at depth {depth}.");
        for (var i = 0; i < inner.Length; i++)
            inner[i] = Read(ref reader, depth + 1);
        return new(type, message, stack, code, data, inner);
    }

    private static Dictionary<string, string> ReadData(ref MessageReader reader, string type)
    {
        var count = reader.ReadUnmanaged<ushort>();
        if (count > DataMax)
            throw new InvalidDataException($"The exception {type} has {count} data; allowed: {DataMax}.");
        var data = new Dictionary<string, string>(count);
        for (var i = 0; i < count; i++)
        {
            var name = Strings.Read(ref reader) ?? "";
            data[name] = Strings.Read(ref reader)!;
        }
        return data;
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

    /// <summary>Makes an exception again; null when its type is not known.</summary>
    internal static Exception? Create(string name, string message, Exception[] several, FabricErrorCode code)
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
