#nullable disable

using System;
using System.ServiceModel;
using System.ServiceModel.Channels;

namespace Microsoft.ServiceFabric.Services.Communication.Wcf;

/// <summary>
/// Creates the bindings that listeners and clients have where none is given: net.tcp without security, with buffered
/// messages and without a limit of the wait for a reply.
/// </summary>
/// <remarks>There is no transport security here: such a binding is for loopback or a trusted network.</remarks>
public static class WcfUtility
{
    private const long MessageBytesMax = 4 * 1024 * 1024;
    private static readonly TimeSpan ListenerTimeout = TimeSpan.FromSeconds(5);

    /// <summary>Creates the binding of a listener.</summary>
    /// <param name="maxMessageSize">The longest message, in bytes; 4 MiB unless given.</param>
    /// <param name="openTimeout">The longest time to open; zero, which is what it is unless given, means 5 s.</param>
    /// <param name="closeTimeout">The longest time to close; zero, which is what it is unless given, means 5 s.</param>
    /// <returns>A new net.tcp binding. Send and receive timeout and the number of kept connections are not
    /// limited.</returns>
    public static Binding CreateTcpListenerBinding(
        long maxMessageSize = MessageBytesMax,
        TimeSpan openTimeout = default,
        TimeSpan closeTimeout = default)
    {
        var binding = Create(maxMessageSize);
        binding.OpenTimeout = openTimeout == default ? ListenerTimeout : openTimeout;
        binding.CloseTimeout = closeTimeout == default ? ListenerTimeout : closeTimeout;
        binding.MaxConnections = int.MaxValue;
        return binding;
    }

    /// <summary>Creates the binding of a client.</summary>
    /// <param name="maxMessageSize">The longest message, in bytes; 4 MiB unless given.</param>
    /// <param name="openTimeout">The longest time to open a channel; zero, which is what it is unless given, means
    /// WCF's default of 1 minute.</param>
    /// <param name="closeTimeout">The longest time to close a channel; zero, which is what it is unless given, means
    /// WCF's default of 1 minute.</param>
    /// <returns>A new net.tcp binding. Send and receive timeout are not limited:
    /// <c>IContextChannel.OperationTimeout</c> bounds a call.</returns>
    public static Binding CreateTcpClientBinding(
        long maxMessageSize = MessageBytesMax,
        TimeSpan openTimeout = default,
        TimeSpan closeTimeout = default)
    {
        var binding = Create(maxMessageSize);
        if (openTimeout != default)
            binding.OpenTimeout = openTimeout;
        if (closeTimeout != default)
            binding.CloseTimeout = closeTimeout;
        return binding;
    }

    private static NetTcpBinding Create(long maxMessageSize) => new(SecurityMode.None)
    {
        SendTimeout = TimeSpan.MaxValue,
        ReceiveTimeout = TimeSpan.MaxValue,
        MaxReceivedMessageSize = maxMessageSize,
        MaxBufferSize = (int)Math.Min(maxMessageSize, int.MaxValue),
        MaxBufferPoolSize = Environment.ProcessorCount * maxMessageSize,
    };
}
