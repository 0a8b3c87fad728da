using System.ServiceModel.Channels;

namespace System.ServiceModel.Dispatcher;

/// <summary>Handles exceptions that callbacks of the user throw on threads where no caller can catch them.</summary>
public abstract class ExceptionHandler
{
    /// <summary>Gets or sets the handler of what an <see cref="AsyncCallback"/> throws on a thread of the pool. Without
    /// a handler, or when it does not handle the exception, the process ends. One handler serves the whole
    /// process.</summary>
    public static ExceptionHandler? AsynchronousThreadExceptionHandler { get; set; }

    /// <summary>Decides about an exception. It may run on several threads at once.</summary>
    /// <param name="exception">What the callback threw.</param>
    /// <returns>Whether the process may go on.</returns>
    public abstract bool HandleException(Exception exception);

    /// <summary>Has the handler hear of what the callback throws.</summary>
    internal static AsyncCallback? Guard(AsyncCallback? callback) => callback is null ? null : result =>
    {
        try
        {
            callback(result);
        }
        catch (Exception e) when (!result.CompletedSynchronously
            && AsynchronousThreadExceptionHandler is { } handler && handler.HandleException(e))
        {
            // The handler took it.
        }
    };
}

/// <summary>Decides how an exception of an operation is told to the client. Add it to
/// <see cref="ChannelDispatcher.ErrorHandlers"/>. One object serves all calls of an endpoint, at once.</summary>
public interface IErrorHandler
{
    /// <summary>Runs after the fault was handed to the connection, on the thread of the call. Unlike in WCF, the
    /// handlers after the first that returns true are not asked. It also hears of what an instance's <c>Dispose</c>
    /// throws, though the answer then changes nothing.</summary>
    /// <param name="error">What the operation threw.</param>
    /// <returns>True keeps the session. If no handler returns true, an exception that is no
    /// <see cref="FaultException"/> ends it, and the client's channel is Faulted after the fault.</returns>
    /// <remarks>An exception thrown here breaks the session off.</remarks>
    bool HandleError(Exception error);

    /// <summary>May set the fault to send. It is asked for each exception of an operation, also for a
    /// <see cref="FaultException"/>, but not for one-way operations.</summary>
    /// <param name="error">What the operation threw.</param>
    /// <param name="version">The version that the message must have.</param>
    /// <param name="fault">What an earlier handler has set; null, which leaves the default fault, if none has.</param>
    /// <remarks>An exception thrown here ends the call without a reply, and its session with it.</remarks>
    void ProvideFault(Exception error, MessageVersion version, ref Message fault);
}
