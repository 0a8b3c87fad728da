#nullable disable

using System;
using System.ServiceModel;
using System.ServiceModel.Channels;

namespace Microsoft.ServiceFabric.Services.Communication.Wcf;

/// <summary>The bindings used where none is given: net.tcp without security, replies awaited without limit.</summary>
public static class WcfUtility
{
    private const long MessageBytesMax = 4 * 1024 * 1024;
    private static readonly TimeSpan ListenerTimeout = TimeSpan.FromSeconds(5);

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
