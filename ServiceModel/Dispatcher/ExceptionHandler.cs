using System.ServiceModel.Channels;

namespace System.ServiceModel.Dispatcher;

/// <summary>Decides about exceptions that user code throws where nobody can catch them.</summary>
public abstract class ExceptionHandler
{
    /// <summary>Gets or sets who hears of what an <see cref="AsyncCallback"/> throws on a thread of the pool; with
    /// nobody, or when it is not handled, the process ends.</summary>
    public static ExceptionHandler? AsynchronousThreadExceptionHandler { get; set; }

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

/// <summary>Has a say in what an operation's exception becomes.</summary>
public interface IErrorHandler
{
    /// <summary>Runs after the fault was sent. True keeps the session.</summary>
    bool HandleError(Exception error);

    /// <summary>May set the fault to send; null leaves the default.</summary>
    void ProvideFault(Exception error, MessageVersion version, ref Message fault);
}
