using System;
using System.Reflection;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Remoting.Builder;
using SfPerf.Fabric.Remoting.Wire;
using SfPerf.Platform;

namespace SfPerf.Fabric.Remoting.Client;

/// <summary>
/// Provides what generated proxies call: begin, write each argument, send. Public only because they are other
/// assemblies.
/// </summary>
public static class ProxyRuntime
{
    /// <summary>Begins a call; the proxy writes the arguments next.</summary>
    public static PendingCall<T> Begin<T>(int method)
    {
        var call = PendingCall<T>.Rent();
        call.Method = method;
        return call;
    }

    /// <summary>Writes the object that the call is for, before the arguments.</summary>
    public static void WriteTarget(PendingCall call, ProxyBase proxy)
    {
        ArgumentNullException.ThrowIfNull(call);
        ArgumentNullException.ThrowIfNull(proxy);
        proxy.WriteTarget(call.Message);
    }

    /// <summary>Writes one argument.</summary>
    public static void Write<T>(PendingCall call, T value)
    {
        ArgumentNullException.ThrowIfNull(call);
        Codec<T>.Default.Write(call.Message, value);
    }

    /// <summary>Sends the call.</summary>
    public static Task<T> Send<T>(PendingCall<T> call, ProxyBase proxy, CancellationToken token)
    {
        ArgumentNullException.ThrowIfNull(call);
        ArgumentNullException.ThrowIfNull(proxy);
        return Send(call, proxy.Target, token);
    }

    internal static Task<T> Send<T>(PendingCall<T> call, ProxyTarget target, CancellationToken token)
    {
        // Taken now: once sent, the call may end and serve another caller at any moment.
        var task = call.Task;
        if (token.IsCancellationRequested || call.Message.Length > target.MessageBytesMax)
        {
            call.Fail(token.IsCancellationRequested
                ? new OperationCanceledException(token)
                : new System.Fabric.FabricMessageTooLargeException(
                    $"A message of {call.Message.Length} bytes; {target.MessageBytesMax} are allowed "
                    + "(MaxMessageSize)."));
            return task;
        }
        call.Deadline = target.Deadline();
        call.RetrySettings = target.RetrySettings;
        call.Convertors = target.Convertors;
        call.CancelWith(token);
        if (target.Channel is { } channel)
        {
            call.Channel = channel;
            channel.Send(call);
        }
        else
        {
            SendFirstAsync(call, target).Forget();
        }

        return task;
    }

    /// <summary>Sends a call whose result is nothing but its end.</summary>
    public static Task SendPlain(PendingCall call, ProxyBase proxy, CancellationToken token) =>
        Send((PendingCall<Nothing>)call, proxy, token);

    /// <summary>Begins a call that returns a plain task.</summary>
    public static PendingCall BeginPlain(int method) => Begin<Nothing>(method);

    /// <summary>Sends a call by the client factory of the proxy's maker.</summary>
    public static Task<T> SendMessage<T>(
        MethodBase method, object?[] arguments, ProxyBase proxy, CancellationToken token)
    {
        ArgumentNullException.ThrowIfNull(proxy);
        return proxy.Sender.CallAsync<T>((MethodInfo)method, arguments, proxy.WriteTarget, token);
    }

    /// <summary>Sends a call whose result is nothing but its end, by the client factory of the proxy's maker.</summary>
    public static Task SendPlainMessage(
        MethodBase method, object?[] arguments, ProxyBase proxy, CancellationToken token) =>
        SendMessage<Nothing>(method, arguments, proxy, token);

    private static async Task SendFirstAsync(PendingCall call, ProxyTarget target)
    {
        try
        {
            call.Channel = await target.FindChannelAsync(call.Token).ConfigureAwait(false);
        }
        catch (Exception e)
        {
            call.Fail(e);
            return;
        }
        call.Channel.Send(call);
    }
}
