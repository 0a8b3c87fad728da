using System.Runtime.Serialization;

namespace System.ServiceModel;

/// <summary>An unexpected exception as told to the client when IncludeExceptionDetailInFaults is set.</summary>
[DataContract(Namespace = "http://schemas.datacontract.org/2004/07/System.ServiceModel")]
public class ExceptionDetail
{
    public ExceptionDetail(Exception exception)
    {
        ArgumentNullException.ThrowIfNull(exception);
        Message = exception.Message;
        StackTrace = exception.StackTrace;
        Type = exception.GetType().ToString();
        InnerException = exception.InnerException is null ? null : new(exception.InnerException);
    }

    [DataMember]
    public string? HelpLink { get; private set; }

    [DataMember]
    public ExceptionDetail? InnerException { get; private set; }

    [DataMember]
    public string? Message { get; private set; }

    [DataMember]
    public string? StackTrace { get; private set; }

    [DataMember]
    public string? Type { get; private set; }

    public override string ToString() =>
        InnerException is null ? $"{Type}: {Message}\n{StackTrace}" : $"{Type}: {Message} ---> {InnerException}";
}
