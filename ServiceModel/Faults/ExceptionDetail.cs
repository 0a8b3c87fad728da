using System.Runtime.Serialization;

namespace System.ServiceModel;

/// <summary>An unexpected exception as told to the client when IncludeExceptionDetailInFaults is set.</summary>
/// <remarks>The client's call throws a <see cref="FaultException{TDetail}"/> of it, whether or not the contract
/// declares it.</remarks>
[DataContract(Namespace = "http://schemas.datacontract.org/2004/07/System.ServiceModel")]
public class ExceptionDetail
{
    /// <summary>Takes the message, the stack, the type and the inner exceptions of an exception.</summary>
    /// <param name="exception">Not null.</param>
    public ExceptionDetail(Exception exception)
    {
        ArgumentNullException.ThrowIfNull(exception);
        Message = exception.Message;
        StackTrace = exception.StackTrace;
        Type = exception.GetType().ToString();
        InnerException = exception.InnerException is null ? null : new(exception.InnerException);
    }

    /// <summary>Gets the help link that another peer has sent; null for an exception of this library's
    /// service.</summary>
    [DataMember]
    public string? HelpLink { get; private set; }

    /// <summary>Gets the cause; null for none.</summary>
    [DataMember]
    public ExceptionDetail? InnerException { get; private set; }

    /// <summary>Gets the message.</summary>
    [DataMember]
    public string? Message { get; private set; }

    /// <summary>Gets the stack as text; null for an exception that was not thrown.</summary>
    [DataMember]
    public string? StackTrace { get; private set; }

    /// <summary>Gets the full name of the exception's type.</summary>
    [DataMember]
    public string? Type { get; private set; }

    /// <summary>Gets type, message and stack, for a log.</summary>
    public override string ToString() =>
        InnerException is null ? $"{Type}: {Message}\n{StackTrace}" : $"{Type}: {Message} ---> {InnerException}";
}
