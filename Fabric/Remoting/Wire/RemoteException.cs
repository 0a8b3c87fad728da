using System;
using System.Collections.Concurrent;
using System.Fabric;
using Microsoft.ServiceFabric.Services.Communication;

namespace SfPerf.Fabric.Remoting.Wire;

/// <summary>
/// Exceptions on the wire: {type name, message, stack trace, error code, has inner} for the exception and its inner
/// ones. A type is made again only when it is one of the base library's, of System.Fabric's, or was registered; any
/// other becomes a ServiceException.
/// </summary>
internal static class RemoteException
{
    private const int DepthMax = 3;
    private const int KnownMax = 1024;
    private static readonly StringCodec Strings = new();
    private static readonly ConcurrentDictionary<string, Type?> Known = new();

    internal static void Write(MessageBuffer buffer, Exception exception)
    {
        var current = exception is AggregateException { InnerException: { } only } ? only : exception;
        for (var depth = 1; ; depth++)
        {
            Strings.Write(buffer, current.GetType().FullName);
            Strings.Write(buffer, TextOf(current, static e => e.Message));
            Strings.Write(buffer, TextOf(current, static e => e.StackTrace));
            buffer.WriteUnmanaged(current is FabricException fabric ? (long)fabric.ErrorCode : 0L);
            var inner = depth < DepthMax ? current.InnerException : null;
            buffer.WriteUnmanaged(inner is not null);
            if (inner is null)
                return;
            current = inner;
        }
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
        var inner = reader.ReadUnmanaged<bool>() && depth < DepthMax ? Read(ref reader, depth + 1) : null;
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

    private static Exception? Create(string name, string message, Exception? inner, FabricErrorCode code)
    {
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
