namespace System.ServiceModel;

/// <summary>A message is larger, deeper or longer than its quota.</summary>
public class QuotaExceededException : SystemException
{
    public QuotaExceededException()
    {
    }

    public QuotaExceededException(string message)
        : base(message)
    {
    }

    public QuotaExceededException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
