namespace System.ServiceModel.Dispatcher;

/// <summary>Decides whether an exception nobody caught on one of the stack's own threads ends the process.</summary>
public abstract class ExceptionHandler
{
    /// <summary>Gets or sets the handler asked; null leaves the runtime's own rule, which ends the process.</summary>
    public static ExceptionHandler? AsynchronousThreadExceptionHandler { get; set; }

    public abstract bool HandleException(Exception exception);
}
